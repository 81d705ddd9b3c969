/**
 * How a file of public figures is read as market series: the member `series` of an open set
 * (docs/open-data.md).
 */
import {
  arrayOf,
  bodyOf,
  choiceOf,
  decimal,
  plain,
  recordOf,
  type Schema,
  text,
  type ValueOf,
} from '#contract/schema.js';
import { MEASURES, type Measure, REGION_KINDS } from '#contract/series.js';

const column = (description: string) => text(description, { minLength: 1, maxLength: 100 });
const pattern = (description: string) => text(description, { minLength: 1, maxLength: 200 });
const oneOf = <A, B>(a: Schema<A>, b: Schema<B>): Schema<A | B> => plain({ anyOf: [a, b] });

const REGION = bodyOf(
  'SeriesRegion',
  {
    kind: choiceOf(REGION_KINDS, 'What the regions are.'),
    column: column('The column with the ZIP, the FIPS code of the county, the city, or the state.'),
    pattern: pattern(
      'A regular expression that finds the region in the column: its first group, or all that it finds.',
    ),
    state: column('The column with the state of a city.'),
  },
  ['kind', 'column'],
);

const PERIOD = bodyOf(
  'SeriesPeriod',
  {
    by: choiceOf(['month', 'year'], 'How long a period is.'),
    column: column('One line a period: the column with the period.'),
    columns: pattern('One column a period: a regular expression for the names of these columns.'),
    pattern: pattern(
      'A regular expression with the groups `year` and, of months, `month`; for columns, `columns` has them.',
    ),
  },
  ['by'],
);

const VALUE = bodyOf(
  'SeriesValue',
  {
    column: column('The column.'),
    times: decimal('The unit of the measure in that of the column.', { exclusiveMinimum: 0 }),
  },
  ['column'],
);

/**
 * A value of each measure comes from a column, or all values of one measure from the columns of
 * periods.
 */
export const SERIES_FILE = bodyOf(
  'SeriesFile',
  {
    format: choiceOf(['csv', 'tsv'], 'Commas or tabs. Files may be compressed with gzip.'),
    region: REGION,
    period: PERIOD,
    measures: plain<Readonly<Partial<Record<Measure, string | ValueOf<typeof VALUE>>>>>({
      ...bodyOf(
        'SeriesMeasures',
        Object.fromEntries(
          Object.entries(MEASURES).map(([name, description]) => [
            name,
            { ...oneOf(column(description), VALUE), description },
          ]),
        ),
      ),
    }),
    measure: choiceOf(
      Object.keys(MEASURES) as Measure[],
      'One column a period: the measure of all values.',
    ),
    where: recordOf(
      arrayOf(text('A text.', { maxLength: 100 }), { minItems: 1, maxItems: 50 }),
      'Only the lines whose columns have one of these texts.',
    ),
    missing: arrayOf(text('A text.', { maxLength: 40 }), {
      description: 'What stands for no value, beside an empty one.',
      maxItems: 20,
    }),
    from: text('Only periods from this month on.', { pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
  },
  ['format', 'region', 'period'],
);

export type SeriesFile = ValueOf<typeof SERIES_FILE>;

/** What a schema cannot say: a sentence for each mistake. */
export function seriesMistakes({ region, period, measures, measure }: SeriesFile): string[] {
  const isWide = period.columns !== undefined;
  const named = isWide ? period.columns : period.pattern;
  const groups = period.by === 'month' ? ['year', 'month'] : ['year'];
  return [
    ...(isWide === (period.column !== undefined)
      ? ['"series/period" needs "column" or "columns", one of them.']
      : []),
    ...(isWide && measure === undefined ? ['"series/measure" is missing.'] : []),
    ...(isWide && measures !== undefined
      ? ['"series/measures" is for files with one line a period.']
      : []),
    ...(!isWide && measures === undefined ? ['"series/measures" is missing.'] : []),
    ...(!isWide && measure !== undefined
      ? ['"series/measure" is for files with one column a period.']
      : []),
    ...(isWide && period.pattern !== undefined
      ? ['"series/period/pattern" is for files with one line a period.']
      : []),
    ...(region.kind === 'city' && region.state === undefined
      ? ['"series/region/state" is missing: cities of one name are in several states.']
      : []),
    ...patternMistakes('series/region/pattern', region.pattern, []),
    ...patternMistakes(`series/period/${isWide ? 'columns' : 'pattern'}`, named, groups),
  ];
}

function patternMistakes(
  where: string,
  source: string | undefined,
  groups: readonly string[],
): string[] {
  if (source === undefined) return groups.length === 0 ? [] : [`"${where}" is missing.`];
  if (!isPattern(source)) return [`"${where}" is not a regular expression.`];
  const missing = groups.filter((group) => !source.includes(`(?<${group}>`));
  return missing.map((group) => `"${where}" has no group "${group}".`);
}

/** A pattern of JSON Schema is a regular expression of the same kind. */
function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}

/** The column of a measure, and what its values are multiplied by. */
export const measureOf = (
  given: string | ValueOf<typeof VALUE>,
): { readonly column: string; readonly times: number } =>
  typeof given === 'string'
    ? { column: given, times: 1 }
    : { column: given.column, times: given.times ?? 1 };

/** Every column that a file must have. */
export const columnsOfSeries = ({ region, period, measures, where }: SeriesFile): string[] => [
  region.column,
  ...(region.state === undefined ? [] : [region.state]),
  ...(period.column === undefined ? [] : [period.column]),
  ...Object.values(measures ?? {}).map((given) => measureOf(given).column),
  ...Object.keys(where ?? {}),
];

/**
 * An open set: public rows that anybody may read, as a small file describes them
 * (docs/open-data.md).
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { importError } from '#base/operator-error.js';
import { ruleInWords } from '#contract/broken-rules.js';
import {
  anyObject,
  arrayOf,
  bodyOf,
  choiceOf,
  flag,
  type Json,
  objectOf,
  recordOf,
  text,
  type ValueOf,
  whole,
} from '#contract/schema.js';
import { columnsOf } from '../mapping/mapping.js';
import { mappingIn } from '../mapping/read-mapping.js';
import { columnsOfSeries, SERIES_FILE, seriesMistakes } from './series.js';

/** Protocols of rows; a file is downloaded whole. */
const ROW_PROTOCOLS = ['esri', 'socrata', 'carto', 'ckan'] as const;
const PROTOCOL_NAMES = [...ROW_PROTOCOLS, 'file'] as const;
export type RowProtocol = (typeof ROW_PROTOCOLS)[number];

const WEB_ADDRESS = '^https?://';
const ADDRESS = { pattern: WEB_ADDRESS, maxLength: 500 };
const SET_NAME = '^[a-z0-9][a-z0-9-]{0,39}$';
const DAY = String.raw`^\d{4}-\d{2}-\d{2}$`;

/** What the patterns of a set ask for, in words. */
const PATTERN_WORDS: Readonly<Record<string, string>> = {
  [WEB_ADDRESS]: 'an address that begins with http:// or https://',
  [SET_NAME]: 'at most 40 lower-case letters, digits and hyphens, no hyphen first',
  [DAY]: 'a day such as 2026-11-25',
};

/** Versions of Socrata's interface that are read: 2 without a token, 3 with one. */
const VERSION = whole(
  "Socrata: the version of its interface, 2 (also where it is left out) or 3, which needs the host's token in `ROWHOUSE_OPEN_SET_TOKENS`.",
  { minimum: 2, maximum: 3 },
);

/** The schema of a file of `presets/`. */
export const OPEN_SET = bodyOf(
  'OpenSet',
  {
    name: text('Its name, and that of its dataset: lower-case letters, digits, hyphens.', {
      pattern: SET_NAME,
    }),
    title: text('What it holds, for people.', { maxLength: 100 }),
    kind: choiceOf(
      ['sold', 'listings'] as const,
      'What it holds: sales (`sold`, also where left out), or homes for sale (`listings`), which are only read live.',
    ),
    protocol: choiceOf(PROTOCOL_NAMES, 'How it is read.'),
    url: text(
      'Its address: of an Esri layer, of a Socrata resource (`https://HOST/resource/ID`), of the `sql` of Carto, of the `datastore_search` of CKAN, or of a file.',
      ADDRESS,
    ),
    table: text('Carto: the table. CKAN: the ID of the resource.', { maxLength: 100 }),
    api: VERSION,
    where: text('Only the rows for which this holds, in the words of the protocol.', {
      maxLength: 4_000,
    }),
    no_envelope: flag(
      'Whether its server rejects boxes; then the columns with latitude and longitude are compared.',
    ),
    page_rows: whole('Rows of one request, where fewer than the server allows are better.', {
      minimum: 1,
      maximum: 50_000,
    }),
    requests_per_s: whole('Requests a second, one at a time; 4 where it is left out.', {
      minimum: 1,
      maximum: 100,
    }),
    changed_column: text(
      'The column with the time of the last change, so that a refresh reads what has changed. Socrata and layers that track edits need none.',
      { maxLength: 100 },
    ),
    rows_expected: whole('How many rows it had when it was checked.', { minimum: 1 }),
    updates: text('How often its publisher changes it, for people.', { maxLength: 100 }),
    publisher: text('Who publishes it.', { maxLength: 200 }),
    licence: text('The licence or terms, in a few words.', { maxLength: 200 }),
    licence_url: text('Where they are written.', ADDRESS),
    attribution: text('What must be shown beside its rows.', { maxLength: 300 }),
    may_redistribute: flag('Whether the licence allows to pass its rows on.'),
    checked_on: text('The day on which a person last compared this file with the set.', {
      pattern: DAY,
    }),
    refused_columns: arrayOf(text('A column.', { maxLength: 100 }), {
      description: 'Columns of the set that name people. They are never requested.',
      maxItems: 100,
    }),
    joins: recordOf(
      objectOf(
        {
          protocol: choiceOf(PROTOCOL_NAMES, 'How it is read.'),
          url: text('Its address.', ADDRESS),
          table: text('As of the set.', { maxLength: 100 }),
          api: VERSION,
          where: text('As of the set.', { maxLength: 1_000 }),
          key: text('The column with its key.', { maxLength: 100 }),
          on: text('The column of the set that has the same key.', { maxLength: 100 }),
        },
        { additionalProperties: false },
        ['table', 'api', 'where'],
      ),
      'Further sets by name, such as parcels: the mapping reads their columns as `NAME.COLUMN`.',
    ),
    notes: text('What a person should know.', { maxLength: 2_000 }),
    mapping: anyObject('How its columns become fields, as for an imported file.'),
    series: SERIES_FILE,
  },
  [
    'name',
    'title',
    'protocol',
    'url',
    'rows_expected',
    'updates',
    'publisher',
    'licence',
    'licence_url',
    'attribution',
    'may_redistribute',
    'checked_on',
  ],
);

export type OpenSet = ValueOf<typeof OPEN_SET>;

let compiled: ValidateFunction<OpenSet> | undefined;

/** Compiled at the first set: a start reads none, and would wait for it. */
function check(value: unknown): readonly ErrorObject[] {
  compiled ??= new Ajv({ allErrors: true, strict: false }).compile<OpenSet>(OPEN_SET);
  return compiled(value) ? [] : (compiled.errors ?? []);
}

/**
 * Reads an open set. Throws OperatorError that lists every mistake, those of its mapping among
 * them.
 */
export function readOpenSet(value: unknown): OpenSet {
  const wrong = check(value);
  const mistakes = wrong.length === 0 ? contentMistakes(value as OpenSet) : wrong.map(sentenceOf);
  if (mistakes.length > 0) {
    throw importError(`The open set is not valid: ${[...new Set(mistakes)].join(' ')}`);
  }
  const set = value as OpenSet;
  const columns = columnsOfSet(set);
  const people = (set.refused_columns ?? []).find((name) =>
    columns.some((column) => column.toLowerCase() === name.toLowerCase()),
  );
  if (people !== undefined) {
    throw importError(
      `The column ${people} names people, and the mapping of ${set.name} reads it.`,
    );
  }
  return set;
}

/** A set as it is read: the set itself, or one that is joined to it. */
export type SetPart = Pick<
  OpenSet,
  | 'name'
  | 'protocol'
  | 'url'
  | 'table'
  | 'api'
  | 'where'
  | 'page_rows'
  | 'requests_per_s'
  | 'changed_column'
> & {
  /** The columns to read. */
  readonly wanted: readonly string[];
  /** Of a joined set: its name in the mapping, and the columns with the key. */
  readonly join: { readonly name: string; readonly key: string; readonly on: string } | null;
};

/** The set and the sets that are joined to it, each with the columns that are read of it. */
export function partsOf(set: OpenSet): readonly SetPart[] {
  const joins = Object.entries(set.joins ?? {});
  const all = columnsOfSet(set);
  const ofJoin = (name: string) => all.filter((column) => column.startsWith(`${name}.`));
  const joined = new Set(joins.flatMap(([name]) => ofJoin(name)));
  const own = [...all.filter((column) => !joined.has(column)), ...joins.map(([, { on }]) => on)];
  return [
    { ...set, wanted: [...new Set(own)], join: null },
    ...joins.map(([name, { key, on, ...from }]) => ({
      ...from,
      name: `${set.name}.${name}`,
      wanted: [...new Set([key, ...ofJoin(name).map((column) => column.slice(name.length + 1))])],
      join: { name, key, on },
    })),
  ];
}

/** What a schema cannot say: rows are mapped, files are series. */
function contentMistakes({ protocol, table, api, joins, mapping, series }: OpenSet): string[] {
  const isFile = protocol === 'file';
  const needed = isFile ? 'series' : 'mapping';
  const other = isFile ? 'mapping' : 'series';
  const given = { mapping, series };
  return [
    ...((protocol === 'carto' || protocol === 'ckan') && table === undefined
      ? [`${protocol} needs "table".`]
      : []),
    ...[{ protocol, api }, ...Object.values(joins ?? {})].flatMap((one) =>
      one.api === undefined || one.protocol === 'socrata' ? [] : [`${one.protocol} has no "api".`],
    ),
    ...(given[needed] === undefined ? [`${protocol} needs "${needed}".`] : []),
    ...(given[other] === undefined ? [] : [`${protocol} has no "${other}".`]),
    ...(series === undefined ? [] : seriesMistakes(series)),
  ];
}

function sentenceOf(broken: ErrorObject): string {
  const { instancePath, keyword } = broken;
  const where = instancePath === '' ? 'It ' : `"${instancePath.slice(1)}" `;
  const given = broken.params as Json;
  if (keyword === 'required') return `"${String(given.missingProperty)}" is missing.`;
  if (keyword === 'additionalProperties') {
    return `It has no member "${String(given.additionalProperty).slice(0, 40)}".`;
  }
  return `${where}${ruleInWords(broken, PATTERN_WORDS)}.`;
}

/** The mapping with which the rows of a set are imported: its own, and what is said of the set. */
export const mappingOf = (set: OpenSet): Readonly<Record<string, unknown>> => ({
  ...(set.series === undefined ? set.mapping : { series: set.series, url: set.url }),
  dataset: set.name,
  format: 'ndjson',
  title: set.title,
  publisher: set.publisher,
  licence: set.licence,
  licence_url: set.licence_url,
  attribution: set.attribution,
});

/** What the reader adds to the columns of a set: the point of a home. */
const POINT_COLUMNS = ['geometry.lat', 'geometry.lng'] as const;

/**
 * Every column that the mapping of a set reads, as it spells them. Throws OperatorError for a wrong
 * mapping.
 */
export function columnsOfSet(set: OpenSet): readonly string[] {
  if (set.series !== undefined) return columnsOfSeries(set.series);
  return columnsOf(mappingIn(mappingOf(set), set.kind));
}

/** Whether the mapping reads the point of the geometry. */
export const readsPoint = (columns: readonly string[]): boolean =>
  columns.some((column) => POINT_COLUMNS.some((point) => point === column.toLowerCase()));

/** The columns that are wanted, as the server spells them, and those that it does not have. */
export function spelledColumns(
  wanted: readonly string[],
  columns: readonly string[],
): { readonly found: readonly string[]; readonly missing: readonly string[] } {
  const known = new Map(columns.map((name) => [name.toLowerCase(), name]));
  const isMade = (name: string) => POINT_COLUMNS.some((made) => made === name.toLowerCase());
  const spelled = wanted
    .filter((name) => !isMade(name))
    // The members of an object are columns with a dot, of which the server knows the first part.
    .map((name) => ({
      name,
      found: known.get(name.toLowerCase()) ?? known.get(name.split('.')[0]?.toLowerCase() ?? ''),
    }));
  return {
    found: [...new Set(spelled.flatMap(({ found }) => found ?? []))],
    missing: spelled.filter(({ found }) => found === undefined).map(({ name }) => name),
  };
}

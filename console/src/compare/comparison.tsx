/** The figures of two loaded searches, with what limits them. */
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { coverageOf, oldestOf } from '../results/coverage.js';
import { PRICE_FIELD } from '../results/fields.js';
import { areaText } from '../search/draft.js';
import type { LoadedPage } from '../service/load-page.js';
import { loadPart } from '../shell/load-part.js';
import { FigureTable, GroupTable } from './figure-table.js';
import { byBeds, byType, differenceOf, type Figure, figuresOf, inBoth } from './figures.js';
import type { Side } from './link.js';
import { SharedHistograms } from './shared-histograms.js';
import { agesText, fewText, filtersText, overlapText, PRICE_WORDS, partText } from './words.js';

/** Homes that are in both searches, side by side. */
export const SharedHomes = loadPart({
  what: 'The table of homes in both',
  load: async () => (await import('./shared-homes.js')).SharedHomes,
});

export interface Compared {
  readonly side: Side;
  readonly pages: readonly LoadedPage[];
  /** Without homes that were hidden. */
  readonly rows: readonly Row[];
}

interface Props {
  readonly route: SearchRoute;
  readonly left: Compared;
  readonly right: Compared;
}

export function Comparison({ route, left, right }: Props) {
  const rows = [left.rows, right.rows] as const;
  const sizes = [left.rows.length, right.rows.length] as const;
  const { kind } = route;
  const figures = figuresOf(route, ...rows);
  if (sizes.includes(0)) {
    return <p className="problem">A search without homes has no figures to compare.</p>;
  }
  return (
    <>
      <Limits left={left} right={right} />
      <Headline {...{ figures, route, left, right }} />
      <FigureTable figures={figures} names={[areaName(left), areaName(right)]} />
      <SharedHistograms figures={figures} left={left.rows} right={right.rows} />
      <div className="two">
        <GroupTable title="By home type" groups={byType(kind, ...rows)} rows={sizes} kind={kind} />
        <GroupTable title="By bedrooms" groups={byBeds(kind, ...rows)} rows={sizes} kind={kind} />
      </div>
      <SharedHomes left={left.rows} right={right.rows} kinds={bothOf(kind)} />
    </>
  );
}

const bothOf = (kind: SearchRoute['kind']) => [kind, kind] as const;

const areaName = ({ side }: Compared): string => areaText(side.draft).replace(/^in /, '');

/** What one has to know before reading the figures. */
function Limits({ left, right }: Pick<Props, 'left' | 'right'>) {
  const filters = [left, right].map(({ side }) => filtersText(side.draft));
  const warnings = [
    left.side.link === right.side.link ? 'A and B are the same search.' : null,
    partText('A', coverageOf(left.pages)),
    partText('B', coverageOf(right.pages)),
    filters[0] === filters[1] ? null : 'A and B have different filters.',
    agesText(oldestOf(left.pages).collected_at, oldestOf(right.pages).collected_at),
    fewText('A', left.rows.length),
    fewText('B', right.rows.length),
  ].filter((text) => text !== null);
  return (
    <>
      {warnings.length > 0 && (
        <ul className="limits" aria-label="Limits of this comparison">
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className="overlap">{overlapText(inBoth(left.rows, right.rows))}</p>
    </>
  );
}

/** "Median asking price: $110,000 lower in 78702 than in 78704 (-12.3%)." */
function Headline({
  figures,
  route,
  left,
  right,
}: Props & { readonly figures: readonly Figure[] }) {
  const figure = figures.find(({ name }) => name === PRICE_FIELD[route.kind]);
  const difference = figure === undefined ? null : differenceOf(figure);
  if (difference === null) return null;
  const { percent, words } = difference;
  const places = [`${areaText(right.side.draft)} (B)`, `${areaText(left.side.draft)} (A)`];
  const compared = words === 'the same' ? places.join(' and ') : places.join(' than ');
  return (
    <p className="compare-headline">
      {`${PRICE_WORDS[route.kind]}: ${words} ${compared}${percent === null ? '' : `, ${percent}`}.`}
    </p>
  );
}

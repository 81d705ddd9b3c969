/** What a series of figures is said in: periods, groups, and how much was read. */
import type { StatisticsSeries } from '#client/index.js';
import type { Coverage, Period } from '#contract/statistics.js';
import { counted } from '../text/format.js';
import { sourceLabel, spaced } from '../text/labels.js';
import { readOf, type SeriesPeriod } from './lines.js';

const MONTH = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const MONTHS_PER_QUARTER = 3;

/** "Nov 2026" of `2026-11`, "Q4 2026" by quarter. */
export function periodText(period: string, by: Period): string {
  if (by === 'month') return MONTH.format(new Date(`${period}-01T00:00:00Z`));
  const quarter = Math.floor((Number(period.slice(5, 7)) - 1) / MONTHS_PER_QUARTER) + 1;
  return `Q${quarter} ${period.slice(0, 4)}`;
}

/** "single family", "3 bedrooms", "5 or more bedrooms", "not known". */
export function groupText(group: string | null, by: string | null): string {
  if (group === null) return by === null ? 'All homes' : 'not known';
  if (by !== 'beds') return spaced(group);
  return group.endsWith('+')
    ? `${group.slice(0, -1)} or more bedrooms`
    : counted(Number(group), 'bedroom');
}

export const COVERAGE_WORDS: Readonly<Record<Coverage, string>> = {
  complete: 'completely',
  partial: 'in part',
  unread: 'not read',
};

/** "Travis sales", "Portal A". */
export const seriesTitle = ({ source, dataset }: StatisticsSeries): string =>
  dataset ?? sourceLabel(source);

/** What the figures rest on. */
export const basisText = ({ dataset }: StatisticsSeries, kind: string): string =>
  dataset !== null
    ? 'Sales of an imported dataset'
    : kind === 'sold'
      ? 'Sales that searches and watches of this service saw there'
      : 'Homes that searches and watches of this service saw there';

/** "9 months read completely, 2 in part, 1 not at all". */
export function readText(periods: readonly SeriesPeriod[], by: Period): string {
  const { complete, partial, unread } = readOf(periods);
  const noun = (value: number) => counted(value, by);
  if (complete === periods.length) return `All ${noun(complete)} read completely.`;
  if (unread === periods.length) return 'None of it was read.';
  const parts = [
    [complete, 'read completely'],
    [partial, 'read in part'],
    [unread, 'not read'],
  ] as const;
  const known = parts.filter(([value]) => value > 0);
  return `${known.map(([value, words]) => `${noun(value)} ${words}`).join(', ')}.`;
}

/** The colour of each line, by its place, as the styles name it. */
const STROKES = [
  'brand',
  'change-changed',
  'area',
  'highlighted',
  'change-added',
  'change-removed',
];
export const lineStyle = (nth: number): object => ({ '--stroke': `var(--${STROKES[nth]})` });

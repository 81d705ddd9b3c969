/** A question about figures of an area: parameters of `GET /v1/statistics` as texts, as a link. */
import { CELL_GROUPS, PERIODS, STATISTICS_KINDS } from '#contract/statistics.js';
import { withAsk } from '../homes/ask.js';
import { givenForm } from '../search/draft.js';
import { MEASURES, type Measure } from './measures.js';

export type StatisticsKind = (typeof STATISTICS_KINDS)[number];
export type PlaceForm = 'zip' | 'city' | 'county';

/** Parameters by name, and the measure that is drawn. */
export type StatisticsAsk = Readonly<Record<string, string>>;

const MONTH = /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/;
export const isMonth = (text: string): boolean => MONTH.test(text);

/** What each parameter may be; others are ignored. */
const KNOWN: Readonly<Record<string, (value: string) => boolean>> = {
  zip: (value) => value !== '',
  city: (value) => value !== '',
  county: (value) => value !== '',
  state: (value) => value !== '',
  kind: (value) => STATISTICS_KINDS.some((one) => one === value),
  from: isMonth,
  to: isMonth,
  by: (value) => PERIODS.some((one) => one === value),
  group: (value) => CELL_GROUPS.some((one) => one === value),
  measure: (value) => MEASURES.some(({ id }) => id === value),
};

/** Reads the part of a link after the question mark; ignores what it does not know. */
export const readAsk = (query: string): StatisticsAsk =>
  Object.fromEntries(
    [...new URLSearchParams(query)].filter(([name, value]) => KNOWN[name]?.(value) === true),
  );

export const writeAsk = (ask: StatisticsAsk): string =>
  `#/statistics?${new URLSearchParams({ ...ask }).toString()}`;

export const kindOf = ({ kind }: StatisticsAsk): StatisticsKind =>
  STATISTICS_KINDS.find((one) => one === kind) ?? 'sold';

/** The form of its place; null without a place. */
export const formOf = (ask: StatisticsAsk): PlaceForm | null =>
  givenForm(ask, ['zip', 'city', 'county']) ?? null;

/** "78704", "Austin, TX"; empty without a place. */
export function placeText(ask: StatisticsAsk): string {
  const form = formOf(ask);
  if (form === null) return '';
  return form === 'zip' ? (ask.zip ?? '') : `${ask[form] ?? ''}, ${ask.state ?? ''}`;
}

/** The same question about another place. */
export const atPlace = (ask: StatisticsAsk, place: StatisticsAsk): StatisticsAsk =>
  withAsk(ask, { zip: '', city: '', county: '', state: '', ...place });

/** What the service is asked: everything besides the measure. */
export function queryOf({ measure: _measure, ...query }: StatisticsAsk): StatisticsAsk {
  return { ...query, kind: kindOf(query) };
}

/** The measure that is drawn: the one of the link, where the kind has it. */
export function measureOf(ask: StatisticsAsk): Measure {
  const kind = kindOf(ask);
  const own = MEASURES.filter(({ kinds }) => kinds.includes(kind));
  return own.find(({ id }) => id === ask.measure) ?? own[0] ?? MEASURES[0];
}

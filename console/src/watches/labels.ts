/** Watches in words: schedule, price, search, changes. */
import type { ChangeKind, EventBody, HomeChange, WatchEstimate } from '#client/index.js';
import type { Row } from '#contract/rows.js';
import type { Money } from '#contract/values.js';
import { areaText, type Draft } from '../search/draft.js';
import { filterWords } from '../search/filter-words.js';
import { readLink } from '../shell/link.js';
import { count, counted, money, streetOf } from '../text/format.js';
import { fieldTitle, routeName, spaced } from '../text/labels.js';
import type { Watch } from './load.js';

export const CHANGE_LABELS: Readonly<Record<ChangeKind, string>> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  relisted: 'Relisted',
};

/** Intervals that the console offers; the API takes any from 15 minutes to a week. */
export const INTERVALS: readonly (readonly [seconds: number, label: string])[] = [
  [900, 'every 15 minutes'],
  [3_600, 'every hour'],
  [21_600, 'every 6 hours'],
  [43_200, 'every 12 hours'],
  [86_400, 'every day'],
  [604_800, 'every week'],
];

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

export function scheduleText({ schedule }: Watch): string {
  if ('times' in schedule) return `at ${schedule.times.join(', ')}, ${schedule.time_zone}`;
  const { interval_s: seconds } = schedule;
  const known = INTERVALS.find(([length]) => length === seconds);
  if (known !== undefined) return known[1];
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  return `every ${counted(seconds / size, unit)}`;
}

/** The price of a watch in a sentence. */
export function priceText(estimate: WatchEstimate): string {
  const { homes, pages, credits_per_run: credits, credits_per_month, runs_per_month } = estimate;
  const runs = counted(runs_per_month, 'run');
  if (homes === null || pages === null || credits === null || credits_per_month === null) {
    return `${runs} a month, one credit per complete page. The number of pages is known after the first run.`;
  }
  return `${counted(credits, 'credit')} a run, about ${count(credits_per_month)} a month (${runs}): ${counted(homes, 'home')} on ${counted(pages, 'page')}.`;
}

/** The name of a watch, or its search. */
export const titleOf = (watch: Watch): string =>
  watch.name === '' ? searchText(watch) : watch.name;

/** "Portal A · For sale in 78704, $900,000 or less". */
export const searchText = (watch: Pick<Watch, 'route' | 'query'>): string => {
  const draft = draftOf(watch);
  const title = `${routeName(watch.route)} ${areaText(draft)}`;
  return [title, ...filterWords(draft)].join(', ');
};

/** The search of a watch as the form has it. */
export function draftOf({ route, query }: Pick<Watch, 'route' | 'query'>): Draft {
  const inputs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return readLink(`#/search?${new URLSearchParams([['route', route], ...inputs]).toString()}`)
    .draft;
}

export const stateText = ({ state, pause_reason: reason }: Watch): string =>
  reason === null ? state : `${state}: ${PAUSES[reason] ?? spaced(reason)}`;

const PAUSES: Readonly<Record<string, string>> = {
  by_caller: 'by you',
  quota_exceeded: 'no credits left',
  max_credits_per_run: 'a run reached its limit of credits',
  key_ended: 'the key that made it was revoked or has expired',
  feed_not_granted: 'no grant for its feed',
  watch_not_allowed: 'its source needs a licence now',
};

/** What changed of a home: its price, or each field with its old and new value. */
export function changeText({ kind, row, previous, previous_source_id }: HomeChange): string {
  if (kind === 'changed' && previous !== null) {
    return Object.entries(previous)
      .map(([field, old]) => `${fieldTitle(field)}: ${shown(old)} → ${shown(memberOf(row, field))}`)
      .join('; ');
  }
  const price = shown(row.list_price ?? row.sale_price ?? row.rent_monthly ?? null);
  return kind === 'relisted' ? `${price}, before: ${previous_source_id ?? ''}` : price;
}

/** What an event without homes has to say. */
export function eventText({ type, data }: EventBody): string {
  const { count: homes, reason, pause_reason: pause, runs } = data;
  const what = spaced(type.replace(/^watch\./, 'watch '));
  if (typeof homes === 'number') return `${what}: ${counted(homes, 'home')}`;
  const after = typeof runs === 'number' ? ` after ${counted(runs, 'run')}` : '';
  const why = typeof reason === 'string' ? reason : typeof pause === 'string' ? pause : '';
  return `${what}${after}${why === '' ? '' : `: ${spaced(why)}`}`;
}

export function addressText({ address }: Row): string {
  return [streetOf(address), address.city, address.zip].filter(Boolean).join(', ');
}

const memberOf = (row: HomeChange['row'], field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row);

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return spaced(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  if ('amount' in value && 'currency' in value) return money(value as Money);
  return 'line1' in value ? addressText({ address: value } as Row) : JSON.stringify(value);
}

/** Watches, their runs and the event log as text for a person. */

import type {
  ChangeKind,
  EventBody,
  HomeChange,
  WatchAnswer,
  WatchEstimate,
  WatchRunBody,
} from '#client/index.js';
import { changesOf } from '#client/index.js';
import { oneLine } from '#contract/one-line.js';
import { counted } from './search-messages.js';
import { minuteOf, showTable } from './show.js';

type Watch = Omit<WatchAnswer, 'meta'>;

/** A new watch: its search, its schedule and its price. */
export const showCreated = (watch: Watch): string =>
  [
    `Watch ${watch.watch_id} is ${watch.state}: ${watch.route}, ${queryOf(watch)}.`,
    `It runs ${scheduleOf(watch)}; the first run starts now.`,
    showPrice(watch.estimate),
    `Its changes: rowhouse events --watch ${watch.watch_id} --follow`,
  ].join('\n');

/** The price of a watch in one line. */
export function showPrice(estimate: WatchEstimate): string {
  const { homes, pages, credits_per_run: credits, credits_per_month, runs_per_month } = estimate;
  if (homes === null || pages === null || credits === null || credits_per_month === null) {
    return `It costs one credit per complete page, ${counted(runs_per_month, 'run')} a month; the number of pages is known after the first run.`;
  }
  const size = `${counted(homes, 'home')} on ${counted(pages, 'page')}`;
  return `It costs ${counted(credits, 'credit')} a run and about ${credits_per_month} a month: ${size}, ${counted(runs_per_month, 'run')} a month.`;
}

/** All watches, one line each. */
export const showList = (watches: readonly Watch[]): string =>
  showTable(
    watches.map((watch) => ({
      watch_id: watch.watch_id,
      name: oneLine(watch.name),
      route: watch.route,
      query: queryOf(watch),
      runs: scheduleOf(watch),
      state: watch.pause_reason === null ? watch.state : `${watch.state} (${watch.pause_reason})`,
      last_run: watch.last_run === null ? 'none' : lastRunOf(watch.last_run),
      credits_per_month: String(watch.estimate.credits_per_month ?? 'unknown'),
    })),
  );

const lastRunOf = ({ state, ended_at, started_at }: WatchRunBody): string =>
  `${state} ${minuteOf(ended_at ?? started_at)}`;

/** The runs of a watch, one line each. */
export const showRuns = (runs: readonly WatchRunBody[]): string =>
  showTable(
    runs.map(({ run_id, started_at, ended_at, state, reason, ...counts }) => ({
      started: minuteOf(started_at),
      ended: ended_at === null ? '' : minuteOf(ended_at),
      state,
      ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
      run_id,
      reason: reason ?? '',
    })),
  );

/** One line for each change of an event, or one for the event; `named` adds the watch. */
export function showEvent(event: EventBody, named: boolean): string {
  const changes = changesOf(event);
  const lines =
    changes.length === 0 ? [[event.type, summaryOf(event)]] : changes.map(changeColumns);
  const start = [String(event.seq).padStart(SEQ_WIDTH), minuteOf(event.timestamp)];
  const end = named && event.watch_id !== null ? [event.watch_id] : [];
  return lines.map((columns) => `${oneLine([...start, ...columns, ...end].join('  '))}\n`).join('');
}

const SEQ_WIDTH = 5;
const KIND_WIDTH = 8;

function changeColumns({ kind, source_id, row, ...change }: HomeChange): string[] {
  const what: Readonly<Record<ChangeKind, () => string>> = {
    added: () => priceOf(row),
    removed: () => priceOf(row),
    changed: () =>
      Object.entries(change.previous ?? {})
        .map(([field, old]) => `${field} ${valueText(old)} → ${valueText(memberOf(row, field))}`)
        .join(', '),
    relisted: () => `${priceOf(row)}, before: ${change.previous_source_id ?? ''}`,
  };
  return [kind.padEnd(KIND_WIDTH), what[kind](), addressOf(row), source_id];
}

/** The summary of an event without homes. */
function summaryOf({ data }: EventBody): string {
  const { count, reason, pause_reason: pause, runs } = data;
  if (typeof count === 'number') return counted(count, 'home');
  const after = typeof runs === 'number' ? `after ${counted(runs, 'run')}: ` : '';
  return typeof reason === 'string' ? after + reason : typeof pause === 'string' ? pause : '';
}

type Row = Readonly<Record<string, unknown>>;

const priceOf = (row: Row): string =>
  valueText(row.list_price ?? row.sale_price ?? row.rent_monthly ?? null);

function addressOf(row: Row): string {
  const { line1, unit, city, zip } = (row.address ?? {}) as Row;
  const street = [line1, unit].filter(isText).join(' ');
  return [street, [city, zip].filter(isText).join(' ')].filter((part) => part !== '').join(', ');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** `extras.auction_end` is a nested member. */
const memberOf = (row: Row, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => (value as Row | null)?.[name], row);

/** A value of a row as short text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  if ('amount' in value && 'currency' in value) return moneyText(value);
  if ('line1' in value) return addressOf({ address: value });
  return JSON.stringify(value);
}

/** The values of some fields on one line. */
export const valuesText = (values: object): string =>
  oneLine(
    Object.entries(values)
      .map(([name, value]) => `${name} ${valueText(value)}`)
      .join(', '),
  );

const moneyText = ({ amount, currency }: { amount: unknown; currency: unknown }): string =>
  `${currency === 'USD' ? '$' : `${String(currency)} `}${Number(amount).toLocaleString('en-US')}`;

const queryOf = ({ query }: Watch): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `every 6 hours`, `at 07:00, 18:30 America/Chicago`. */
function scheduleOf({ schedule }: Watch): string {
  if ('times' in schedule) return `at ${schedule.times.join(', ')} ${schedule.time_zone}`;
  const { interval_s: seconds } = schedule;
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  const count = seconds / size;
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

/** The settings of a watch as flags, and the member of the request body that each sets. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  ALL_WATCHED_FIELDS,
  CHANGE_KINDS,
  INTERVAL_S_MAX,
  INTERVAL_S_MIN,
  RUNS_UNTIL_REMOVED_DEFAULT,
  RUNS_UNTIL_REMOVED_MAX,
} from '#contract/watches.js';
import { listOf, usageError, whole } from './caller-options.js';

const AMOUNT_MAX = 1_000_000_000;
const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };

function readInterval(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (seconds >= INTERVAL_S_MIN && seconds <= INTERVAL_S_MAX) return seconds;
  throw new InvalidArgumentError('Give 15m to 7d: minutes (m), hours (h) or days (d).');
}

function readTimes(text: string): readonly string[] {
  const times = text.split(',');
  if (times.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))) return times;
  throw new InvalidArgumentError('Give times of day, separated by commas: 07:00,18:30.');
}

/** By the member of the body. */
const SETTINGS: Readonly<Record<string, Option>> = {
  interval_s: new Option(
    '--every <interval>',
    'time between runs: 15m to 7d (default: 1d, without --at)',
  ).argParser(readInterval),
  times: new Option('--at <times>', 'local times of each day, up to four: 07:00,18:30').argParser(
    readTimes,
  ),
  time_zone: new Option('--time-zone <zone>', 'the zone of --at: America/Chicago'),
  name: new Option('--name <text>', 'a display name'),
  events: new Option(
    '--events <kinds>',
    `changes to report: some of ${CHANGE_KINDS.join(',')} (default: all)`,
  ).argParser(listOf(CHANGE_KINDS)),
  fields: new Option(
    '--fields <fields>',
    'fields whose changes are reported, separated by commas (default: all watched fields)',
  ).argParser(listOf(ALL_WATCHED_FIELDS)),
  min_price_change: new Option(
    '--min-price-change <n>',
    'ignore price changes smaller than this',
  ).argParser(whole(0, AMOUNT_MAX)),
  max_credits_per_run: new Option(
    '--max-credits <n>',
    'a run that would cost more ends and pauses the watch',
  ).argParser(whole(1, AMOUNT_MAX)),
  runs_until_removed: new Option(
    '--runs-until-removed <n>',
    `complete runs without a home before it is removed (default: ${RUNS_UNTIL_REMOVED_DEFAULT})`,
  ).argParser(whole(1, RUNS_UNTIL_REMOVED_MAX)),
};

export function addSettings(command: Command): void {
  for (const option of Object.values(SETTINGS)) command.addOption(option);
}

/** The given settings, by member of the body; ends the command where two exclude each other. */
export function readSettings(command: Command): Readonly<Record<string, unknown>> {
  const given = command.opts<Readonly<Record<string, unknown>>>();
  const { every, at, timeZone } = given;
  if (every !== undefined && at !== undefined) {
    return usageError(command, 'Give --every, or --at with --time-zone, not both.');
  }
  if ((at === undefined) !== (timeZone === undefined)) {
    return usageError(command, '--at needs --time-zone: --at 07:00 --time-zone Etc/UTC.');
  }
  return Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([member, option]) => {
      const value = given[option.attributeName()];
      return value === undefined ? [] : [[member, value]];
    }),
  );
}

/** The flag for the `param` of an error; null where it names no setting. */
export const settingFlag = (param: string): string | null => {
  const [member = ''] = param.split('.');
  return SETTINGS[member]?.long ?? null;
};

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

interface Setting {
  /** The member of the body. */
  readonly member: string;
  readonly flag: string;
  readonly value: string;
  readonly description: string;
  readonly read: (text: string) => unknown;
}

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

const plain = (text: string): string => text;

export const SETTINGS: readonly Setting[] = [
  {
    member: 'interval_s',
    flag: 'every',
    value: 'interval',
    description: 'time between runs: 15m to 7d (default: 1d, without --at)',
    read: readInterval,
  },
  {
    member: 'times',
    flag: 'at',
    value: 'times',
    description: 'local times of each day, up to four: 07:00,18:30',
    read: readTimes,
  },
  {
    member: 'time_zone',
    flag: 'time-zone',
    value: 'zone',
    description: 'the zone of --at: America/Chicago',
    read: plain,
  },
  { member: 'name', flag: 'name', value: 'text', description: 'a display name', read: plain },
  {
    member: 'events',
    flag: 'events',
    value: 'kinds',
    description: `changes to report: some of ${CHANGE_KINDS.join(',')} (default: all)`,
    read: listOf(CHANGE_KINDS),
  },
  {
    member: 'fields',
    flag: 'fields',
    value: 'fields',
    description:
      'fields whose changes are reported, separated by commas (default: all watched fields)',
    read: listOf(ALL_WATCHED_FIELDS),
  },
  {
    member: 'min_price_change',
    flag: 'min-price-change',
    value: 'n',
    description: 'ignore price changes smaller than this',
    read: whole(0, AMOUNT_MAX),
  },
  {
    member: 'max_credits_per_run',
    flag: 'max-credits',
    value: 'n',
    description: 'a run that would cost more ends and pauses the watch',
    read: whole(1, AMOUNT_MAX),
  },
  {
    member: 'runs_until_removed',
    flag: 'runs-until-removed',
    value: 'n',
    description: `complete runs without a home before it is removed (default: ${RUNS_UNTIL_REMOVED_DEFAULT})`,
    read: whole(1, RUNS_UNTIL_REMOVED_MAX),
  },
];

export function addSettings(command: Command): void {
  for (const { flag, value, description, read } of SETTINGS) {
    command.addOption(new Option(`--${flag} <${value}>`, description).argParser(read));
  }
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
  const values = SETTINGS.map(({ member, flag }) => [member, given[camel(flag)]] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

const camel = (flag: string): string =>
  flag.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The flag for the `param` of an error; null where it names no setting. */
export const settingFlag = (param: string): string | null => {
  const setting = SETTINGS.find(({ member }) => member === param.split('.')[0]);
  return setting === undefined ? null : `--${setting.flag}`;
};

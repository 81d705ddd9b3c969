/** The endpoint /__sandbox/clock: shows and sets the time of the synthetic data. */
import { dayOf, isoDate } from './data/calendar.js';
import { jsonReply, type SandboxReply } from './http.js';
import type { SandboxState } from './state.js';
import { membersOf, readJson } from './text.js';
import {
  type ClockSetting,
  MOMENT_MAX_MS,
  MOMENT_MIN_MS,
  SPEED_MAX,
  type WorldClock,
} from './world-clock.js';

/** The time, and how far it is behind the process's clock. */
export function showClock({ world, clock }: Pick<SandboxState, 'world' | 'clock'>): SandboxReply {
  const [atMs, nowMs] = [world.nowMs(), clock.nowMs()];
  return jsonReply(200, {
    at: new Date(atMs).toISOString(),
    day: isoDate(dayOf(atMs)),
    speed: world.speed(),
    behind_s: Math.round((nowMs - atMs) / 1_000),
  });
}

/** Sets the clock to `{at, speed}`; `{}` and `{"reset": true}` restore the process's. */
export function setClock(state: Pick<SandboxState, 'world' | 'clock'>, body: string): SandboxReply {
  const order = readOrder(readJson(body));
  if (typeof order === 'string') return jsonReply(400, { error: order });
  order(state.world);
  return showClock(state);
}

const MEMBERS = ['at', 'speed', 'reset'];

/** What to do with the clock; a text describes an invalid order. */
function readOrder(body: unknown): ((clock: WorldClock) => void) | string {
  const asked = membersOf(body);
  if (asked === undefined) return 'send a JSON object with at, speed or reset';
  const unknown = Object.keys(asked).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `there is no member ${unknown}: at, speed or reset`;
  const { at, speed, reset } = asked;
  if (at === undefined && speed === undefined) {
    if (reset !== undefined && reset !== true) return 'reset is true or left out';
    return (clock) => clock.reset();
  }
  if (reset !== undefined) return 'reset stands alone: send it without at and speed';
  const atMs = at === undefined ? undefined : readMoment(at);
  if (at !== undefined && atMs === undefined) return MOMENT_WORDS;
  if (speed !== undefined && !isSpeed(speed)) return `speed is a number from 0 to ${SPEED_MAX}`;
  const setting: ClockSetting = {
    ...(atMs !== undefined && { atMs }),
    ...(speed !== undefined && { speed }),
  };
  return (clock) => clock.set(setting);
}

const isSpeed = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= SPEED_MAX;

export const MOMENT_WORDS =
  'at is a date or a moment with its zone from 2000 to 2100, such as 2026-12-01 or 2026-12-01T00:00:00Z';
/** RFC 3339; a date alone is its midnight in UTC. */
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** The time of a text in milliseconds; undefined when it is invalid or out of range. */
export function readMoment(value: unknown): number | undefined {
  const found = typeof value === 'string' ? MOMENT.exec(value) : null;
  if (found === null) return undefined;
  const [text, year, month, date] = found;
  // Date.parse accepts the 31st of any month.
  const day = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  const ms = Date.parse(text);
  if (day.getUTCDate() !== Number(date) || !(ms >= MOMENT_MIN_MS && ms <= MOMENT_MAX_MS)) {
    return undefined;
  }
  return ms;
}

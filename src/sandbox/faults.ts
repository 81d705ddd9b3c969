/** Fault injection: portals that fail on demand, to test collectors. */

import { mix, unit } from './data/chance.js';
import { membersOf } from './text.js';

export const FAULT_MODES = [
  'ok',
  'slow',
  'error',
  'busy',
  'busy_silent',
  'refuse',
  'not_found',
  'challenge',
  'drift',
  'empty_fields',
  'cut',
  'hang',
] as const;

export interface Fault {
  /** One of FAULT_MODES, or one of the portal's own. */
  readonly mode: string;
  /** Share of requests that the fault hits. */
  readonly rate: number;
  /** Added to the answer of a hit request. */
  readonly latency_ms: number;
}

export const NO_FAULT: Fault = { mode: 'ok', rate: 1, latency_ms: 0 };
const FAULT_LATENCY_MS_MAX = 600_000;
const SLOW_MS = 3_000;
const FAULT_SALT = 501;

export interface FaultOrder {
  readonly source: string;
  readonly fault: Fault;
}

/** Reads `{source, mode, rate?, latency_ms?}`; a text describes an error in it. */
export function readFaultOrder(
  body: unknown,
  sources: readonly string[],
  ownModes: readonly string[] = [],
): FaultOrder | string {
  const asked = membersOf(body);
  if (asked === undefined) return 'send a JSON object with source and mode';
  const { source, mode, rate = 1 } = asked;
  if (typeof source !== 'string' || (source !== 'all' && !sources.includes(source))) {
    return `source must be all or one of ${sources.join(', ')}`;
  }
  const modes: readonly string[] = [...FAULT_MODES, ...ownModes];
  const known = modes.find((name) => name === mode);
  if (known === undefined) return `mode must be one of ${modes.join(', ')}`;
  const latency = asked['latency_ms'] ?? (known === 'slow' ? SLOW_MS : 0);
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) return 'rate must be from 0 to 1';
  if (typeof latency !== 'number' || !(latency >= 0 && latency <= FAULT_LATENCY_MS_MAX)) {
    return `latency_ms must be from 0 to ${FAULT_LATENCY_MS_MAX}`;
  }
  return { source, fault: { mode: known, rate, latency_ms: latency } };
}

/** Whether the fault hits a source's n-th request. */
export const strikes = (fault: Fault, seed: number, sourceHash: number, nth: number): boolean =>
  fault.mode !== 'ok' && unit(mix(seed ^ sourceHash, nth), FAULT_SALT) < fault.rate;

/** The answer with members renamed, at any depth. */
export function drift(json: unknown, names: Readonly<Record<string, string>>): unknown {
  return eachMember(json, (name, value) => [names[name] ?? name, value]);
}

/** The answer with members emptied, at any depth. */
export function emptyFields(json: unknown, empties: Readonly<Record<string, unknown>>): unknown {
  return eachMember(json, (name, value) => [
    name,
    Object.hasOwn(empties, name) ? empties[name] : value,
  ]);
}

/** Half of a text: truncated JSON. */
export const cut = (text: string): string => text.slice(0, Math.floor(text.length / 2));

// Recursion is as deep as the portal's own answers: a dozen levels.
function eachMember(
  json: unknown,
  change: (name: string, value: unknown) => [string, unknown],
): unknown {
  if (Array.isArray(json)) return json.map((item: unknown) => eachMember(item, change));
  const members = membersOf(json);
  if (members === undefined) return json;
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => change(name, eachMember(value, change))),
  );
}

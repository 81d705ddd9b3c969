/**
 * Detects when all work that waits for nothing real is done. Promises and ticks run out before the
 * event loop turns, so only callbacks of setImmediate remain: they are counted here.
 */
import { setImmediate as turn } from 'node:timers/promises';

/** Turns without rest after which somebody turns for ever. */
const TURNS_MAX = 10_000;

/** Callbacks that were handed to setImmediate and have not begun. */
const open = new Set<NodeJS.Immediate>();
const { setImmediate: real, clearImmediate: clear } = globalThis;

globalThis.setImmediate = Object.assign(
  <T extends unknown[]>(callback: (...values: T) => void, ...values: T): NodeJS.Immediate => {
    const immediate = real(() => {
      open.delete(immediate);
      callback(...values);
    });
    open.add(immediate);
    return immediate;
  },
  { __promisify__: real.__promisify__ },
) as typeof real;
globalThis.clearImmediate = (immediate) => {
  if (immediate !== undefined) open.delete(immediate);
  clear(immediate);
};

/** Resolves when no callback is left over. */
export async function rest(): Promise<void> {
  for (let turns = 0; turns < TURNS_MAX; turns += 1) {
    await turn();
    if (open.size === 0) return;
  }
  throw new Error(`The event loop did not come to rest within ${TURNS_MAX} turns.`);
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#base/clock.js';

/** A clock that runs like the real one from a fixed moment, and can be moved forward by hand. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

const START = Date.parse('2026-11-21T12:00:00Z');

export function testClock(startMs: number = START): TestClock {
  const began = performance.now();
  let ahead = 0;
  return {
    nowMs: () => Math.floor(startMs + ahead + performance.now() - began),
    advance: (ms) => {
      ahead += ms;
    },
    sleep: (ms, signal) =>
      delay(Math.max(0, ms), undefined, { ref: false, ...(signal && { signal }) }).then(
        () => undefined,
        () => undefined,
      ),
  };
}

/** The real clock and random values; tests replace them. */
import { randomBytes, randomFillSync } from 'node:crypto';
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { V7Generator } from 'uuidv7';
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import { type SteadyClock, steadyClock } from '#base/steady-clock.js';

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) =>
    delay(Math.max(0, ms), undefined, signal === undefined ? {} : { signal }).then(
      () => undefined,
      () => undefined,
    ),
};

/** The time of a service: the host's, without clock steps. */
export const systemSteadyClock = (): SteadyClock =>
  steadyClock(
    { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
    systemClock.sleep,
  );

/** If the clock steps back by at most this, ids continue their sequence. */
const ROLLBACK_MS = 10_000;

/** Random words drawn at a time; an id needs up to three. */
const WORDS_DRAWN = 4_096;

/** Cryptographically random words of 32 bits. */
function randomWords(): { nextUint32(): number } {
  const words = new Uint32Array(WORDS_DRAWN);
  let used = WORDS_DRAWN;
  return {
    nextUint32: () => {
      if (used === WORDS_DRAWN) {
        randomFillSync(words);
        used = 0;
      }
      used += 1;
      return words[used - 1] ?? 0;
    },
  };
}

/** Ids with the clock's time. */
export function systemIds(clock: Clock): Ids {
  const generator = new V7Generator(randomWords());
  return {
    uuid: () => generator.generateOrResetCore(clock.nowMs(), ROLLBACK_MS).toString(),
    random: () => Math.random(),
    bytes: (size) => randomBytes(size),
  };
}

/** The name of this process's user; its uid if the system has no name for it (some containers). */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

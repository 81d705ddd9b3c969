/** The real clock, random values and log: passed in by main, replaced in tests. */
import { randomBytes, randomFillSync } from 'node:crypto';
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { PinoPretty as pretty } from 'pino-pretty';
import { V7Generator } from 'uuidv7';
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import type { Log } from '#base/log.js';
import { type SteadyClock, steadyClock } from '#base/steady-clock.js';

const STANDARD_ERROR = 2;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) =>
    delay(Math.max(0, ms), undefined, signal === undefined ? {} : { signal }).then(
      () => undefined,
      () => undefined,
    ),
};

/** The time of a service: the host's without its steps. */
export const systemSteadyClock = (): SteadyClock =>
  steadyClock(
    { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
    systemClock.sleep,
  );

/** A backwards step of the clock of up to this long needs no new sequence. */
const ROLLBACK_MS = 10_000;

/** Random words are drawn this many at a time: an id takes up to three. */
const WORDS_DRAWN = 4_096;

/** Unpredictable words of 32 bits. */
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

/** Ids whose time is the clock's. */
export function systemIds(clock: Clock): Ids {
  const generator = new V7Generator(randomWords());
  return {
    uuid: () => generator.generateOrResetCore(clock.nowMs(), ROLLBACK_MS).toString(),
    random: () => Math.random(),
    bytes: (size) => randomBytes(size),
  };
}

/**
 * The log, on standard error, so that standard output stays for what a person or tool reads: a JSON
 * object a line, or a line to read where a person watches a terminal.
 */
export function systemLog(level: string, terminal: boolean): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!terminal) return pino(options, pino.destination(STANDARD_ERROR));
  const lines = pretty({
    destination: STANDARD_ERROR,
    // An asynchronous log would lose its last lines when the process ends.
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  });
  return pino(options, lines);
}

/** The name of the user that runs this process; its number where the system knows no name, as in some containers. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The real log; tests replace it. Commands that only call a service do not load it. */
import { pino } from 'pino';
import { PinoPretty as pretty } from 'pino-pretty';
import type { Log } from '#base/log.js';

const STANDARD_ERROR = 2;

/**
 * The log, on standard error, as standard output is for command results: one JSON object per line,
 * or a readable line on a terminal.
 */
export function systemLog(level: string, terminal: boolean): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!terminal) return pino(options, pino.destination(STANDARD_ERROR));
  const lines = pretty({
    destination: STANDARD_ERROR,
    // An asynchronous log would lose its last lines when the process ends.
    sync: true,
    singleLine: true,
    // As in every other output; a local time would not say its zone.
    translateTime: "UTC:HH:MM:ss'Z'",
  });
  return pino(options, lines);
}

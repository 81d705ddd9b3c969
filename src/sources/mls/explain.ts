/** What an answer other than 200 means. */
import { type AnswerFailure, type FailedAnswer, SourceError } from '../driver.js';
import { readJsonOr } from '../json-body.js';
import { rawOf } from '../raw-values.js';
import { wordsOfError } from './read.js';

const BUSY = 429;
/** How long to pause a server that answers 429 without a time. */
const BUSY_S = 60;
/** Statuses for a request that the server rejected. */
const BAD_QUESTION = 400;
const TOO_LONG: ReadonlySet<number> = new Set([413, 414]);
const NOT_FOUND = 404;

export function explain({ status, headers, body }: FailedAnswer): AnswerFailure {
  if (status === BUSY) return { wait_s: quotaReset(headers) ?? BUSY_S };
  if (TOO_LONG.has(status)) {
    return changed(`mls does not accept a request of this length (HTTP ${status}).`);
  }
  if (status === NOT_FOUND) {
    return changed('mls has no resource Property at the configured address (HTTP 404).');
  }
  if (status !== BAD_QUESTION) return {};
  const words = wordsOfError(rawOf(readJsonOr(body, null)));
  return changed(
    `mls did not understand the request (HTTP 400)${words === '' ? '' : `: ${words}`}.`,
  );
}

const changed = (message: string): AnswerFailure => ({
  error: new SourceError('changed', `${message} Nothing was charged.`),
});

const MS_MIN = 1e11;

/** When the quota resets: a moment in seconds or milliseconds since 1970. */
function quotaReset(headers: FailedAnswer['headers']): number | undefined {
  const text = headers['hour-quota-resettime'] ?? headers['minute-quota-resettime'];
  const served = Date.parse(headers.date ?? '');
  if (text === undefined || !/^\d+$/.test(text) || Number.isNaN(served)) return undefined;
  const ms = Number(text) > MS_MIN ? Number(text) : Number(text) * 1000;
  return Math.max(0, Math.ceil((ms - served) / 1000));
}

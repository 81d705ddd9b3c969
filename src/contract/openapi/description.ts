/** The introduction of the document: what every route has in common. */
import { DAY_S, HOUR_S } from '../durations.js';
import { ERRORS, type ErrorCode, retryAfterSeconds } from '../errors.js';
import {
  DEFAULTS,
  POLL_RETRY_AFTER_S,
  QUERY_STRING_CHARS_MAX,
  WAIT_SECONDS_MAX,
} from '../limits.js';
import { SEARCH_ROUTES } from '../routes.js';
import { NOTE_REASONS } from '../values.js';
import { requestExample } from './examples.js';

export function introduction(): string {
  return [
    'Property listings from several sources as one typed row.',
    `## One search

1. \`GET ${requestExample(SEARCH_ROUTES[0].id)}\` with \`Authorization: Bearer <API_KEY>\`.
2. **200**: the result was cached; the rows are in \`result.data\`. **202**: a job; follow \`poll_url\` with \`?wait=${WAIT_SECONDS_MAX}\` until \`status\` is \`complete\` or \`failed\`. Look at \`status\` on 200 as well.
3. Send \`result.next_cursor\` as \`cursor\` with the same inputs for the next page; null on the last one.

The examples show pages of one row.`,
    `## What it costs

A complete search or lookup costs 1 credit, charged when it is first delivered, however often it is polled. Pending and failed jobs, pages past the last one, rejected calls and all other routes cost nothing. Each operation says so in \`x-credit-cost\`.`,
    `## What holds everywhere

- Searches, jobs and rows are GET with query parameters; watches and endpoints are also made, changed and removed, with JSON bodies. Other methods answer 405 \`method_not_allowed\`. A query string has at most ${QUERY_STRING_CHARS_MAX.toLocaleString('en-US')} characters. Unknown parameters are rejected.
- Every answer has an \`X-Request-Id\`; every 429 and 503 a \`Retry-After\`, a pending job one of ${POLL_RETRY_AFTER_S} s. Answers are compressed with gzip for callers that send \`Accept-Encoding\`.
- A page has up to ${DEFAULTS.PAGE_ROWS} rows. Unless the operator set it otherwise, a key may make ${DEFAULTS.RATE_LIMIT_PER_MINUTE} calls a minute, an account may have ${DEFAULTS.PENDING_MAX} searches pending, jobs are kept for ${DEFAULTS.JOB_RETENTION_S / DAY_S} days, cursors are valid for ${DEFAULTS.CURSOR_TTL_S / DAY_S} days, and results are fresh for ${DEFAULTS.CACHE_LISTINGS_S / 60} minutes (auctions ${DEFAULTS.CACHE_AUCTION_S / 60} minutes, sold homes ${DEFAULTS.CACHE_SOLD_S / HOUR_S} hours).
- New members, sources and kinds of sale may appear; tolerate what you do not know.`,
    `## Why a field is null

Every null of a row has a note in \`result.field_notes\`.

| reason | meaning |
| --- | --- |
${Object.entries(NOTE_REASONS)
  .map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`)
  .join('\n')}`,
    `## Errors

An error answer is \`{"error": {"code", "message", "param"}}\`; \`param\` names the input that was wrong, or is null. The first check that rejects answers, and nothing is charged.

| status | code | Retry-After, s | what happened and what to do |
| --- | --- | --- | --- |
${(Object.keys(ERRORS) as ErrorCode[]).map(errorLine).join('\n')}`,
  ].join('\n\n');
}

const errorLine = (code: ErrorCode): string =>
  `| ${ERRORS[code].http} | \`${code}\` | ${retryAfterSeconds(code) ?? ''} | ${ERRORS[code].message} |`;

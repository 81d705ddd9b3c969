/** What every answer of the contract has in common, stated once. */
import assert from 'node:assert/strict';
import { ERRORS, type ErrorCode, retryAfterSeconds } from '#contract/errors.js';
import { checkLedger, reportUsage } from '#service/accounts/manage.js';
import type { Answer, TestAccount, TestApp } from './open-test-app.js';

export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const WHOLE = /^(0|[1-9]\d*)$/;
/** Codes that are answered before the key is known: there is no allowance. */
const BEFORE_THE_KEY: readonly string[] = [
  'uri_too_long',
  'not_found',
  'method_not_allowed',
  'origin_not_allowed',
  'invalid_api_key',
];

interface Envelope {
  readonly request_id: string;
  readonly status: string;
  readonly credits: number;
  readonly cached: boolean;
  readonly poll_url: string | null;
  readonly error: { readonly code: string; readonly message: string; readonly param: null } | null;
  readonly result: Result | null;
}

export interface Result {
  readonly source: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly reported_total: number | null;
  readonly next_cursor: string | null;
  readonly collected_at: string;
  readonly completeness: string;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly field_notes: readonly { field: string; reason: string; detail: string | null }[];
}

export const envelopeOf = (answer: Answer): Envelope => answer.json<Envelope>();

/** The result of an answer that must be complete. */
export function resultOf(answer: Answer): Result {
  const { status, result, error } = envelopeOf(answer);
  assert.equal(status, 'complete', error?.message);
  assert.ok(result !== null);
  return result;
}

/** An API error is exactly the error envelope, with the headers that its status asks for. */
export function expectApiError(
  answer: Answer,
  code: ErrorCode,
  param: string | null = null,
): string {
  const row = ERRORS[code];
  assert.equal(answer.statusCode, row.http, answer.body.slice(0, 300));
  const body = answer.json<{ error: { code: string; message: string; param: string | null } }>();
  assert.deepEqual(Object.keys(body), ['error']);
  assert.deepEqual(Object.keys(body.error), ['code', 'message', 'param']);
  assert.equal(body.error.code, code, body.error.message);
  assert.equal(body.error.param, param, body.error.message);
  assert.ok(body.error.message.length > 20, 'the message names what to do');
  expectHeaders(answer, BEFORE_THE_KEY.includes(code) ? 'before the key' : 'after the key');
  expectRetryAfter(answer, code);
  assert.equal(answer.headers['www-authenticate'], row.http === 401 ? 'Bearer' : undefined);
  assert.equal(answer.headers.allow, row.http === 405 ? 'GET' : undefined);
  assert.equal(answer.headers['x-credits-charged'], undefined);
  assert.equal(answer.headers.location, undefined);
  return body.error.message;
}

function expectRetryAfter(answer: Answer, code: ErrorCode): void {
  const header = answer.headers['retry-after'];
  if (retryAfterSeconds(code) === null) assert.equal(header, undefined);
  else assert.match(String(header), /^[1-9]\d*$/);
}

/** Headers of every answer: a new UUIDv7, JSON, and the allowance once the key is known. */
export function expectHeaders(answer: Answer, key: 'before the key' | 'after the key'): void {
  assert.match(String(answer.headers['x-request-id']), UUID_V7);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const) {
    if (key === 'after the key') assert.match(String(answer.headers[name]), WHOLE, name);
    else assert.equal(answer.headers[name], undefined, name);
  }
}

/** What an account has used and what is left: API errors must not change it. */
export function usageOf(t: TestApp, account: TestAccount) {
  return reportUsage(t.app, account.account_id);
}

/** Runs the work and compares the account's usage before and after. */
export async function expectNothingStored(
  t: TestApp,
  account: TestAccount,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await usageOf(t, account);
  await work();
  assert.deepEqual(await usageOf(t, account), before, 'an API error stores and charges nothing');
  await expectSoundLedger(t);
}

/** Every balance is the sum of its entries. */
export async function expectSoundLedger(t: TestApp): Promise<void> {
  assert.deepEqual((await checkLedger(t.app)).violations, []);
}

export const ROUTE = '/v1/portal_a/listings';
let queryCache = 0;

/** A search of ZIP 78704 that nobody has asked before; its bound excludes no home. */
export function freshSearch(): string {
  queryCache += 1;
  return `${ROUTE}?zip=78704&max_price=${900_000_000 + queryCache}`;
}

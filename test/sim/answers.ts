/** One API call, and what every answer of the contract must look like, whatever failed. */
import type { LightMyRequestResponse } from 'fastify';
import { ERRORS, type ErrorCode, retryAfterSeconds } from '#contract/errors.js';
import { minuteOf } from '#domain/rate.js';
import { askServer } from '../support/ask-server.js';
import { must } from './broken.js';
import type { SimNode } from './nodes.js';
import type { SimAccount, SimKey, SimRun } from './sim-run.js';

export interface Asked {
  readonly node: SimNode;
  readonly account: SimAccount;
  readonly key: SimKey;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Codes that this call may fail with, beside those of any call. */
  readonly mayFailWith: () => readonly ErrorCode[];
}

export interface Heard {
  readonly answer: LightMyRequestResponse;
  /** The error code of an API error; null for an envelope. */
  readonly code: ErrorCode | null;
  readonly begunMs: number;
  readonly begunTurn: number;
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ANY_CALL: readonly ErrorCode[] = ['invalid_api_key', 'account_suspended', 'rate_limited'];

/** Calls, and validates the answer against the contract. Never returns when the node dies. */
export async function ask(sim: SimRun, asked: Asked): Promise<Heard> {
  const { node, account, key } = asked;
  const begunMs = sim.schedule.nowMs;
  const begunTurn = sim.schedule.turns;
  const begunStep = sim.step;
  const injectedBefore = node.injectedFailures;
  const minute = minuteOf(begunMs);
  sim.count('calls');
  countBegun(account, minute);
  const open = { node, minute };
  account.open.add(open);
  account.lost += 1;
  const answer = await askServer(node.server, asked.path, {
    authorization: `Bearer ${key.api_key}`,
    ...asked.headers,
  });
  account.open.delete(open);
  const endMinute = minuteOf(sim.schedule.nowMs);
  if (endMinute !== minute) countBegun(account, endMinute);
  const code = codeOf(answer);
  sim.count(`answer ${answer.statusCode}${code === null ? '' : ` ${code}`}`);
  if (code !== 'storage_unavailable') account.lost -= 1;
  else
    must(
      node.injectedFailures > injectedBefore,
      'storage is unavailable only when it is',
      asked.path,
    );
  must(
    code === null || [...ANY_CALL, ...asked.mayFailWith(), 'storage_unavailable'].includes(code),
    'a call fails only with codes that are possible here',
    () => `${asked.path} → ${answer.body.slice(0, 200)}`,
  );
  checkHeaders(answer, code);
  checkAdmission(asked, code, begunStep);
  if (endMinute === minute) countInMinute(account, minute, code);
  return { answer, code, begunMs, begunTurn };
}

function codeOf(answer: LightMyRequestResponse): ErrorCode | null {
  const body = answer.json<{ error?: { code: ErrorCode; message: string; param: unknown } }>();
  if (answer.statusCode === 200 || answer.statusCode === 202) return null;
  const shape = () => `${answer.statusCode} ${answer.body.slice(0, 200)}`;
  const { error } = body;
  must(error !== undefined && Object.keys(body).length === 1, 'an error is one envelope', shape);
  const { code, message, param } = error as NonNullable<typeof error>;
  must(code in ERRORS && ERRORS[code].http === answer.statusCode, 'codes are the table’s', shape);
  must(param === null || typeof param === 'string', 'param is always present', shape);
  must(typeof message === 'string' && message.length > 20, 'a message names what to do', shape);
  return code;
}

function checkHeaders(
  { headers, statusCode }: LightMyRequestResponse,
  code: ErrorCode | null,
): void {
  const shape = () => `${statusCode} ${code ?? ''} ${JSON.stringify(headers)}`;
  must(UUID_V7.test(String(headers['x-request-id'])), 'X-Request-Id is a UUIDv7', shape);
  const needsRetry = statusCode === 202 || (code !== null && retryAfterSeconds(code) !== null);
  must(
    needsRetry ? /^[1-9]\d*$/.test(String(headers['retry-after'])) : !headers['retry-after'],
    'Retry-After stands on 202, 429 and 503, and only there',
    shape,
  );
  const found = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].filter((name) =>
    /^\d+$/.test(String(headers[name])),
  ).length;
  // A database that fails before the call is counted leaves no allowance to tell.
  const allowed = code === 'invalid_api_key' ? [0] : code === 'storage_unavailable' ? [0, 3] : [3];
  must(allowed.includes(found), 'RateLimit-* stands on every answer after step 6', shape);
  must(statusCode !== 202 || String(headers.location).startsWith('/v1/jobs/'), 'Location', shape);
  const credits = headers['x-credits-charged'];
  must((credits === undefined) === (code !== null), 'X-Credits-Charged stands on envelopes', shape);
}

/** Keys and accounts: rejected once revoked or suspended, and only then. */
function checkAdmission({ account, key }: Asked, code: ErrorCode | null, begunStep: number): void {
  if (code === 'storage_unavailable') return;
  const revoked = key.revokedAt !== null && key.revokedAt < begunStep;
  must(!revoked || code === 'invalid_api_key', 'a revoked key is rejected', `${code}`);
  must(key.revokedAt !== null || code !== 'invalid_api_key', 'a living key is admitted', `${code}`);
  if (code === 'invalid_api_key' || account.statusChangedAt >= begunStep) return;
  must(
    account.suspended === (code === 'account_suspended'),
    'a suspended account is rejected, and no other',
    `${account.label} ${code}`,
  );
}

const countBegun = ({ begun }: SimAccount, minute: number): void => {
  begun.set(minute, (begun.get(minute) ?? 0) + 1);
};

/** Calls that the minute may count: started or ended in it, or still held by their nodes. */
function mayCountIn({ begun, open }: SimAccount, minute: number): number {
  const held = [...open].filter(
    (call) => call.minute !== minute && (!call.node.dead || minuteOf(call.node.diedMs) === minute),
  );
  return (begun.get(minute) ?? 0) + held.length;
}

/** At most the limit is admitted in a minute, and no call below it is rejected. */
function countInMinute(account: SimAccount, minute: number, code: ErrorCode | null): void {
  if (code === 'invalid_api_key' || code === 'storage_unavailable') return;
  if (code === 'rate_limited') {
    const begun = mayCountIn(account, minute);
    must(begun > account.rate_limit, 'a call within the limit is not rate_limited', `${begun}`);
    return;
  }
  if (code === 'account_suspended') return;
  const admitted = (account.admitted.get(minute) ?? 0) + 1;
  account.admitted.set(minute, admitted);
  must(
    admitted <= account.rate_limit,
    'at most the limit is admitted in a minute',
    `${admitted} of ${account.rate_limit}`,
  );
}

/** What the tests of the client share: callers of the application, and the failure of a call. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { Rowhouse, RowhouseError, type RowhouseOptions } from '#client/index.js';
import { usageOf } from './expect.js';
import type { TestAccount, TestApp } from './open-test-app.js';

/** Where the application listens. */
export function addressOf(t: TestApp): string {
  return `http://127.0.0.1:${(t.server.server.address() as AddressInfo).port}`;
}

export const callerOf = (t: TestApp, account: TestAccount, more: Partial<RowhouseOptions> = {}) =>
  new Rowhouse({ baseUrl: addressOf(t), apiKey: account.api_key, ...more });

export const captured = async (t: TestApp, account: TestAccount): Promise<number> =>
  (await usageOf(t, account)).credits_captured;

/** The RowhouseError that the work ends with. */
export async function failing(work: Promise<unknown>): Promise<RowhouseError> {
  const error = await work.then(
    () => assert.fail('the work must fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RowhouseError, String(error));
  return error;
}

let bounds = 900_000_000;
/** A search that nobody has asked before. */
export const fresh = () => {
  bounds += 1;
  return { zip: '78704', max_price: bounds } as const;
};

/** What a caller and an operator meet from a search to its charge, however the service is run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from './run-rowhouse.js';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers.
  readonly body: any;
}

/** A service with calls of its API and the figures of its operator. */
export interface UnderTest {
  /** A new account with 1,000 credits. */
  account(): Promise<{ readonly api_key: string; readonly account_id: string }>;
  get(path: string, key: string): Promise<Reply>;
  usage(
    accountId: string,
  ): Promise<{ readonly credits_captured: number; readonly balance: object }>;
  /** Whether the ledger is right. */
  isLedgerRight(): Promise<boolean>;
}

const POLLS_MAX = 10;

/** Calls, and polls until the job has settled. */
async function settled(service: UnderTest, path: string, key: string): Promise<Reply> {
  let reply = await service.get(path, key);
  for (let polls = 0; reply.status === 202 && polls < POLLS_MAX; polls += 1)
    reply = await service.get(`${reply.body.poll_url}?wait=20`, key);
  return reply;
}

/** A search becomes a job, the job becomes rows, and the same search is then a hit. */
export async function searchesOnce(service: UnderTest): Promise<void> {
  const { api_key, account_id } = await service.account();
  const path = '/v1/portal_a/listings?zip=78704';
  const pending = await service.get(path, api_key);
  assert.equal(pending.status, 202);
  const { request_id, poll_url } = pending.body;
  assert.equal(poll_url, `/v1/jobs/${request_id}`);
  assert.equal(pending.headers['location'], poll_url);
  assert.equal(pending.headers['retry-after'], '2');
  assert.equal(pending.headers['x-credits-charged'], '0');
  const done = await service.get(`${poll_url}?wait=20`, api_key);
  assert.equal(done.status, 200);
  const envelope = done.body;
  assert.equal(envelope.status, 'complete');
  assert.equal(envelope.credits, 1);
  assert.equal(envelope.cached, false);
  assert.ok(envelope.result.count > 10);
  assert.equal(envelope.result.data.length, envelope.result.count);
  assert.ok(
    envelope.result.data.every((row: { address: { zip: string } }) => row.address.zip === '78704'),
  );
  const hit = await service.get(path, api_key);
  assert.equal(hit.status, 200);
  assert.equal(hit.body.cached, true);
  assert.deepEqual(hit.body.result, envelope.result);
  const usage = await service.usage(account_id);
  assert.equal(usage.credits_captured, 2);
  assert.deepEqual(usage.balance, { plan: 0, extra: 998, reserved: 0, available: 998 });
  assert.equal(await service.isLedgerRight(), true);
}

export async function explainsEveryNull(service: UnderTest): Promise<void> {
  const { api_key } = await service.account();
  const { result } = (await settled(service, '/v1/portal_a/listings?zip=78704', api_key)).body;
  const explained = new Set(result.field_notes.map(({ field }: { field: string }) => field));
  assert.ok(result.data.length > 0);
  for (const row of result.data) {
    for (const [prefix, part] of [
      ['', row],
      ['address.', row.address],
      ['extras.', row.extras],
    ] as const) {
      for (const [name, value] of Object.entries(part)) {
        if (value === null)
          assert.ok(explained.has(prefix + name), `${prefix}${name} is null without a note`);
      }
    }
  }
}

/** Searches by each form of an area but the ZIP. */
export const AREAS = [
  'city=Austin&state=TX',
  'bbox=-97.80,30.22,-97.72,30.30',
  'lat=30.25&lng=-97.76&radius_mi=3',
];

export async function findsRowsBy(service: UnderTest, area: string): Promise<void> {
  const { api_key } = await service.account();
  const { body } = await settled(service, `/v1/portal_a/listings?${area}`, api_key);
  assert.equal(body.status, 'complete', JSON.stringify(body).slice(0, 500));
  assert.ok(body.result.count > 0);
}

/** A service in a process of its own, called over HTTP. */
export function overHttp({ apiUrl, adminUrl }: Service, dataDir: string): UnderTest {
  const token = () => readFileSync(join(dataDir, 'admin-token'), 'utf8').trim();
  const call = async (url: string, bearer: string, sent?: object): Promise<Reply> => {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(sent && { method: 'POST', body: JSON.stringify(sent) }),
    });
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: await response.json() };
  };
  const operator = async (path: string, sent?: object) =>
    (await call(`${adminUrl}/admin${path}`, token(), sent)).body;
  return {
    account: async () => {
      const made = await operator('/accounts', { name: 'end to end', extra_credits: 1_000 });
      return { account_id: made.account_id, api_key: made.key.api_key };
    },
    get: (path, key) => call(`${apiUrl}${path}`, key),
    usage: (accountId) => operator(`/usage/${accountId}`),
    isLedgerRight: async () => (await operator('/ledger/check')).ok,
  };
}

/** What a restored service must have, and a service backed up while its callers charge. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import {
  MANY_HOMES,
  rowhouse,
  type Service,
  type ServiceHere,
  type Settings,
  startHere,
  startService,
} from './run-rowhouse.js';

const SEARCH = '/v1/portal_a/listings?zip=78704';
const CALLERS = 3;
const POLLS_MAX = 100;
/** Calls that are answered before the backup begins, and after it has ended. */
const CALLS_BEFORE = 40;
const CALLS_AFTER = 40;
const CALLS_MS_MAX = 60_000;
/** Between the calls of a caller: a drill that takes every processor proves no more. */
const PAUSE_MS = 10;

/** Settings of a service whose searches have several pages. */
const DRILL: Settings = { ...MANY_HOMES, ROWHOUSE_PAGE_ROWS: '20' };

interface Envelope {
  readonly request_id: string;
  readonly status: string;
  readonly credits: number;
  readonly poll_url: string | null;
  readonly error: { readonly code: string } | null;
  readonly result: { readonly next_cursor: string | null } | null;
}

/** What callers were given before a backup began: a restored service owes it to them. */
export interface Owed {
  readonly key: string;
  readonly account: string;
  /** Ids of calls that were answered with rows and charged. */
  readonly charged: readonly string[];
  readonly job: { readonly path: string; readonly body: string };
  readonly cursor: string;
}

/** Runs a service under load, has it backed up in the middle, lets it go on, and kills it. */
export async function backedUpUnderLoad(
  settings: Settings,
  backUp: (service: Service) => Promise<void>,
): Promise<Owed> {
  const service = await startService({ ...settings, ...DRILL });
  const made = await admin(
    service,
    settings,
    'accounts',
    'create',
    '--name',
    'drill',
    '--extra-credits',
    '100000',
    '--rate-limit',
    '1000000',
  );
  const { account_id: account, key: issued } = made as {
    account_id: string;
    key: { api_key: string };
  };
  const key = issued.api_key;
  const first = await settled(service, SEARCH, key);
  const job = `/v1/jobs/${first.request_id}`;
  const body = await (await call(service, job, key)).text();
  const cursor = first.result?.next_cursor ?? '';
  assert.notEqual(cursor, '');
  const load = new Load(service, key);
  await load.until(CALLS_BEFORE);
  const charged = [first.request_id, ...load.charged];
  await backUp(service);
  await load.until(load.charged.length + CALLS_AFTER);
  await service.kill();
  await load.end();
  assert.ok(
    charged.length > CALLS_BEFORE && load.charged.length >= charged.length + CALLS_AFTER - 1,
  );
  assert.equal(load.refused, 0, 'every call was answered until the service was killed');
  return {
    key,
    account,
    charged,
    job: { path: job, body },
    cursor,
  };
}

/** What callers lack of a service on these settings; empty if the restore is good. */
export async function lackOn(settings: Settings, owed: Owed): Promise<string[]> {
  const service = await startHere({ ...settings, ...DRILL });
  const lacks = await lackOf(service, settings, owed);
  await service.interrupt();
  return lacks;
}

async function lackOf(service: ServiceHere, settings: Settings, owed: Owed): Promise<string[]> {
  const lacks: string[] = [];
  const check = (await admin(service, settings, 'ledger', 'check')) as { ok: boolean };
  if (!check.ok) lacks.push('the ledger does not add up');
  for (const id of owed.charged) {
    const answer = await call(service, `/v1/jobs/${id}`, owed.key);
    const found = answer.status === 200 ? ((await answer.json()) as Envelope) : null;
    if (found?.credits !== 1) lacks.push(`the charge of ${id} is lost: ${answer.status}`);
  }
  const usage = (await admin(service, settings, 'usage', '--account', owed.account)) as {
    credits_captured?: number;
  };
  if ((usage.credits_captured ?? 0) < owed.charged.length) lacks.push('captured credits are lost');
  const job = await (await call(service, owed.job.path, owed.key)).text();
  if (job !== owed.job.body) lacks.push('a job from before answers differently');
  const next = await settled(service, `${SEARCH}&cursor=${owed.cursor}`, owed.key);
  if (next.status !== 'complete') lacks.push(`a cursor from before: ${next.error?.code}`);
  return lacks;
}

/** Callers of a cached page, each call charged, until the service is gone. */
class Load {
  readonly charged: string[] = [];
  refused = 0;
  #ended = false;
  readonly #all: Promise<unknown>;

  constructor(service: Service, key: string) {
    this.#all = Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (!this.#ended) {
          await this.#one(service, key);
          await delay(PAUSE_MS);
        }
      }),
    );
  }

  async #one(service: Service, key: string): Promise<void> {
    try {
      const answer = await call(service, SEARCH, key);
      const { request_id, credits } = (await answer.json()) as Envelope;
      if (credits === 1) this.charged.push(request_id);
      else this.refused += 1;
    } catch {
      // It was killed: whether this call was charged is not known to anyone.
      this.#ended = true;
    }
  }

  async until(calls: number): Promise<void> {
    const late = AbortSignal.timeout(CALLS_MS_MAX);
    while (this.charged.length < calls) {
      late.throwIfAborted();
      await delay(10);
    }
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#all;
  }
}

const call = (service: ServiceHere, path: string, key: string): Promise<Response> =>
  fetch(`${service.apiUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });

/** Calls, and polls until the job has settled. */
async function settled(service: ServiceHere, path: string, key: string): Promise<Envelope> {
  let envelope = (await (await call(service, path, key)).json()) as Envelope;
  for (let polls = 0; envelope.status === 'pending' && polls < POLLS_MAX; polls += 1) {
    envelope = (await (await call(service, `${envelope.poll_url}?wait=5`, key)).json()) as Envelope;
  }
  return envelope;
}

/** An operator's command: its JSON, also where it found a fault. */
export async function admin(
  service: ServiceHere,
  settings: Settings,
  ...words: string[]
): Promise<unknown> {
  const url = ['--admin-url', service.adminUrl, '--json'];
  const { stdout, stderr } = await rowhouse([...words, ...url], settings);
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

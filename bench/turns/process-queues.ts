/** Waits of accounts in one process: each queue alone, and beside 1,000 times the load. */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '#service/accounts/manage.js';
import { openWebhookClient } from '#service/webhooks/webhook-client.js';
import type { OpenApp } from '../../src/app.js';
import { atEnd } from '../support/at-end.js';
import { median } from '../support/numbers.js';

const LOAD = 1_000;
/** How many times as long as alone an account may wait. */
const RATIO_MAX = 20;
const SAMPLES = 30;
const BETWEEN_MS = 5;
/** A load needs so long to fill its queue. */
const FILL_MS = 200;

/** A queue of the process, and the unit of work that `account` has in it. */
export interface ProcessQueue {
  readonly name: string;
  /** How many times as long as alone an account may wait. */
  readonly ratioMax: number;
  readonly unit: (account: string) => Promise<unknown>;
  /** The unit of the account with the load; the same when left out. */
  readonly load?: (account: string) => Promise<unknown>;
  /** The same queue first come, first served, as a baseline. */
  readonly unshared?: Pick<ProcessQueue, 'unit' | 'load'>;
}

export interface Waited {
  readonly name: string;
  readonly aloneMs: number;
  readonly besideMs: number;
  /** The same first come, first served; NaN where that is not measured. */
  readonly unsharedMs: number;
  readonly ratioMax: number;
}

/** The queues of an application. */
export async function queuesOf(app: OpenApp): Promise<readonly ProcessQueue[]> {
  const [quick, hanging] = [await receiver(204), await receiver(null)];
  const count = 'select count(*) from accounts';
  const webhooks = openWebhookClient({ isPrivateAllowed: true, timeoutS: 30 });
  atEnd(() => void webhooks.close());
  const post = (url: string) => (account_id: string) =>
    webhooks.post({ account_id, url }, {}, '{}');
  return [
    {
      name: 'store: a transaction of a call',
      ratioMax: RATIO_MAX,
      unit: (account) => app.dbOf(account).transaction((tx) => tx.rows(count)),
      unshared: { unit: () => app.db.transaction((tx) => tx.rows(count)) },
    },
    {
      name: 'batches: a call that is counted',
      ratioMax: RATIO_MAX,
      unit: (account) => app.caches.batchers.calls.add(account),
    },
    {
      name: 'webhooks: a delivery, the load at a receiver that hangs',
      ratioMax: RATIO_MAX,
      unit: post(quick),
      load: post(hanging),
    },
  ];
}

/** The median wait of an account in a queue, alone and beside the load of another. */
export async function waitedIn(app: OpenApp, queue: ProcessQueue): Promise<Waited> {
  const [heavy, light] = [await accountOf(app), await accountOf(app)];
  await sample(queue.unit, light);
  const alone = await sample(queue.unit, light);
  const beside = await sampleBeside(queue, heavy, light);
  const unshared = queue.unshared && (await sampleBeside(queue.unshared, heavy, light));
  return {
    name: queue.name,
    aloneMs: median(alone),
    besideMs: median(beside),
    unsharedMs: median(unshared ?? []),
    ratioMax: queue.ratioMax,
  };
}

async function sampleBeside(
  { unit, load = unit }: Pick<ProcessQueue, 'unit' | 'load'>,
  heavy: string,
  light: string,
): Promise<number[]> {
  const over = new AbortController();
  for (let at = 0; at < LOAD; at += 1) void keepBusy(() => load(heavy), over.signal);
  await sleep(FILL_MS);
  const tookMs = await sample(unit, light);
  over.abort();
  // What is under way ends.
  await sleep(10 * FILL_MS);
  return tookMs;
}

async function sample(unit: ProcessQueue['unit'], account: string): Promise<number[]> {
  const tookMs: number[] = [];
  for (let at = 0; at < SAMPLES; at += 1) {
    const began = performance.now();
    await unit(account);
    tookMs.push(performance.now() - began);
    await sleep(BETWEEN_MS);
  }
  return tookMs;
}

async function keepBusy(unit: () => Promise<unknown>, over: AbortSignal): Promise<void> {
  while (!over.aborted) await unit().catch(() => sleep(BETWEEN_MS));
}

async function accountOf(app: OpenApp): Promise<string> {
  return (await createAccount(app, { name: 'bench', extra_credits: 0 })).account_id;
}

/** A receiver that answers with a status, or never. */
async function receiver(status: number | null): Promise<string> {
  const server = createServer((_request, response) => {
    if (status !== null) response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  atEnd(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://127.0.0.1:${port}/`;
}

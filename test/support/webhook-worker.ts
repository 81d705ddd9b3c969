/**
 * A process that writes and delivers events until it is killed. Usage: webhook-worker.ts HOOK_URL
 * CLOCK_AHEAD_MS, with the service's settings in the environment. Prints `began` with its first
 * event. After a line on standard input it stops writing, delivers the rest, prints all ids of the
 * log as JSON, and ends.
 */
import { createAccount } from '#service/accounts/manage.js';
import { createEndpoint } from '#service/webhooks/manage.js';
import { runWebhooks } from '#service/webhooks/serve-endpoint.js';
import { insertEvents, listEvents, sequenceOf } from '#store/events.js';
import { type OpenApp, openApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { systemClock, systemIds } from '../../src/system.js';
import { systemLog } from '../../src/system-log.js';
import { geography } from './geography.js';

const [url = '', aheadMs = '0'] = process.argv.slice(2);
const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + Number(aheadMs) };
const app = await openApp(
  readConfig(process.env),
  { clock, ids: systemIds(clock), log: systemLog('error', false), geo: geography() },
  Promise.resolve({}),
);
const accountId = await accountOf(app);
const stop = new AbortController();
const worker = runWebhooks(app, stop.signal);
const written = new AbortController();
process.stdin.once('data', () => written.abort());
for (let at = 0; !written.signal.aborted; at += 1) {
  const event = { event_id: app.ids.uuid(), type: 'watch.changed', watch_id: null, data: { at } };
  await app.db.transaction((tx) => insertEvents(tx, accountId, [event], new Date(clock.nowMs())));
  app.notifications.send('logged', accountId);
  if (at === 0) process.stdout.write('began\n');
  await clock.sleep(2);
}
const { last_seq } = await sequenceOf(app.db, accountId);
while ((await nextSeq()) <= last_seq) await clock.sleep(20);
const question = { after: 0, limit: last_seq, watchId: null, type: null };
const ids = (await listEvents(app.db, accountId, question)).map(({ event_id }) => event_id);
stop.abort();
await worker;
await app.close();
process.stdout.write(`${JSON.stringify(ids)}\n`, () => process.exit(0));

/** The one account, with its endpoint; made by the first process. */
async function accountOf({ db }: OpenApp): Promise<string> {
  const [known] = await db.rows<{ account_id: string }>('select account_id from endpoints');
  if (known !== undefined) return known.account_id;
  const { account_id } = await createAccount(app, { name: 'killed', extra_credits: 0 });
  await createEndpoint(app, account_id, { url }, null);
  return account_id;
}

async function nextSeq(): Promise<number> {
  const [row] = await app.db.rows<{ next_seq: number }>('select next_seq from endpoints');
  return row?.next_seq ?? 0;
}

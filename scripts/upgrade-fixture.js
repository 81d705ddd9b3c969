// Writes what a version stored, for the tests of upgrades from it:
// `npm run upgrade-fixture -- CHECKOUT NAME [--out FOLDER]`.
// CHECKOUT is built; its own code fills a store through its own routes, at three moments of a clock
// that is set back, and exports it. NAME.json lists what a later version must find in
// NAME.ndjson.gz and in NAME.test-keys.ndjson.gz, the store of test keys. Accounts, keys and homes
// are made up.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startMailServer } from '../test/support/mail-server.ts';
import { beginFurther, furtherParts, goOnFurther, SITE } from './upgrades/further-parts.js';
import { checkoutIn } from './upgrades/run-checkout.js';

const BYTES_MAX = 300_000;
const TRY_MS = 500;
const TRIES_MAX = 240;
const DAY_MS = 86_400_000;
/** The first phase is in a month that the last one may archive. */
const DAYS_BACK = [75, 10];
const SECRET = 'the-secret-of-an-upgrade-fixture';
const SEARCH = '/v1/portal_a/listings?zip=78704';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'test/fixtures/upgrades' } },
});
const [checkout = '.', name = ''] = positionals;
if (!/^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/.test(name)) {
  console.error('Name the fixture by its version, such as 0.2.0 or 0.1.0-schema-16.');
  process.exit(1);
}
const place = mkdtempSync(join(tmpdir(), 'rowhouse-fixture-'));
/** It takes the events of one endpoint and rejects those of the other. */
const consumer = createServer(({ url }, response) =>
  response.writeHead(url === '/' ? 204 : 503).end(),
);
await once(consumer.listen(0, '127.0.0.1'), 'listening');
const mailServer = await startMailServer();
try {
  await make();
} finally {
  consumer.close();
  await mailServer.close();
  rmSync(place, { recursive: true, force: true });
}

async function make() {
  const nowMs = Date.now();
  const momentsMs = DAYS_BACK.map((days) => nowMs - days * DAY_MS);
  const { run, served, dataDir } = checkoutIn(checkout, place, {
    ROWHOUSE_SECRET: SECRET,
    ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    ROWHOUSE_MAIL_FROM: 'alerts@homes.example.com',
    ROWHOUSE_PUBLIC_URL: SITE,
  });
  const made = await served(momentsMs[0], begin);
  await served(momentsMs[1], (service) => goOn(service, made));
  await served(Date.now(), async (service) => {
    await service.call('/v1/endpoints', made.keys[0], { url: `${consumerUrl()}busy` });
    await goOn(service, made);
    await goOnFurther(service, made, SEARCH);
    await rejected(service, made);
  });
  // A clock that has jumped proves nothing; one that agrees with the store does.
  await served(Date.now(), (service) => cleaned(service, made));
  const month = new Date(momentsMs[0]).toISOString().slice(0, 7);
  mkdirSync(join(place, 'archives'));
  await run(['archive', month, join(place, 'archives')]);
  // Without collectors, so that the last search stays pending.
  const manifest = await served(Date.now(), (service) => finish(service, made), 'api');
  mkdirSync(values.out, { recursive: true });
  const exported = async (file, more) => {
    const { tables } = JSON.parse(await run(['export', join(place, file), '--json'], more));
    const { size } = statSync(join(place, file));
    if (size > BYTES_MAX) throw new Error(`${file}: ${size} bytes are too many`);
    copyFileSync(join(place, file), join(values.out, file));
    console.log(`${file}: ${size} bytes`);
    return tables;
  };
  const tables = await exported(`${name}.ndjson.gz`);
  // A store of its own, which no export of the service includes.
  const ofTestKeys = { ROWHOUSE_DATA_DIR: join(dataDir, 'test-keys') };
  await exported(`${name}.test-keys.ndjson.gz`, ofTestKeys);
  const said = { version: name, month, migrations: migrationsOf(), ...manifest, tables };
  writeFileSync(join(values.out, `${name}.json`), `${JSON.stringify(said, null, 2)}\n`);
}

/** The migrations of the checkout with their digests: a released one is never edited. */
function migrationsOf() {
  const folder = join(resolve(checkout), 'src/store/migrations');
  const digestOf = (file) => sha256(readFileSync(join(folder, file)));
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((file) => [basename(file, '.sql'), digestOf(file)]),
  );
}

/** Accounts, keys, searches that end in each way, a watch with its first run, an endpoint. */
async function begin(service) {
  const { admin, call, settled } = service;
  const account = await admin('accounts', 'create', '--name', 'one', '--plan-credits', '100');
  await admin('credits', 'grant', '--account', account.account_id, '--amount', '500');
  const other = await admin('accounts', 'create', '--name', 'two', '--extra-credits', '50');
  const barred = await admin('accounts', 'create', '--name', 'barred', '--extra-credits', '9');
  await admin('accounts', 'suspend', barred.account_id);
  const [, second] = await Promise.all([
    admin('keys', 'create', '--account', account.account_id, '--label', 'spare'),
    admin('keys', 'create', '--account', account.account_id, '--scopes', 'read,search'),
  ]);
  const revoked = await admin('keys', 'create', '--account', account.account_id);
  await admin('keys', 'revoke', revoked.key_id);
  const keys = [account.key.api_key, other.key.api_key, second.api_key];
  const first = [];
  for (const key of keys) first.push(await settled(SEARCH, key));
  await settled('/v1/portal_b/sold?zip=78704', keys[0]);
  const watch = await call('/v1/watches', keys[0], {
    route: 'portal_a_listings',
    query: { zip: '78704' },
    interval_s: 86_400,
  });
  await call('/v1/endpoints', keys[0], { url: consumerUrl() });
  const [{ request_id: oldest }] = first;
  const made = {
    account,
    other,
    keys,
    watch,
    oldest,
    ended: [revoked.api_key, barred.key.api_key],
  };
  await beginFurther(service, made, mailServer.mails, SEARCH);
  await ran(service, made, 1);
  return made;
}

function consumerUrl() {
  return `http://127.0.0.1:${consumer.address().port}/`;
}

/** The next run of the watch, further searches, and one that fails. */
async function goOn(service, made) {
  const { admin, call, faults, settled } = service;
  writeSales(made.runs);
  await admin(
    'records',
    'import',
    join(place, 'sales.csv'),
    '--mapping',
    join(place, 'sales.json'),
  );
  await ran(service, made, made.runs + 1);
  await settled(SEARCH, made.keys[0]);
  await settled(SEARCH, made.keys[1]);
  const rows = await settled('/v1/portal_a/sold?zip=78701', made.keys[0]);
  await faults('refuse');
  const failed = await settled('/v1/nyc_portal/listings?zip=10025', made.keys[0]);
  await faults('ok');
  const idempotent = { 'idempotency-key': 'of-the-fixture' };
  const repeated = await settled(SEARCH, made.keys[0], idempotent);
  made.jobs = [rows, failed, repeated].map(({ request_id }) => request_id);
  made.repeated = repeated.request_id;
  await call('/v1/snapshots', made.keys[0], { request_id: rows.request_id, name: 'sold' });
}

/** Imported sales, of which each file replaces the one before. */
function writeSales(nth) {
  const rows = [
    'A,2026-01-05,60614,100000',
    `B,2026-02-05,60614,${nth}00000`,
    'C,2026-02-06,60614,',
  ];
  writeFileSync(join(place, 'sales.csv'), `${['id,sold,zip,price', ...rows].join('\n')}\n`);
  const fields = { sold_date: 'sold', zip: 'zip', sale_price: 'price' };
  writeFileSync(
    join(place, 'sales.json'),
    JSON.stringify({ dataset: 'sales', key: ['id'], fields }),
  );
}

/** A search that stays pending, and everything that a later version must find. */
async function finish(service, made) {
  const { admin, call } = service;
  const [key] = made.keys;
  const pending = await call('/v1/portal_a/listings?zip=10025', key);
  if (pending.status !== 'pending') throw new Error(`the last search is ${pending.status}`);
  const jobs = [];
  for (const id of made.jobs) jobs.push(jobOf(await call(`/v1/jobs/${id}`, key)));
  const home = await homeWithHistory(call, key);
  const { state, watch_id } = await call(`/v1/watches/${made.watch.watch_id}`, key);
  const accounts = [];
  for (const { account_id } of [made.account, made.other]) {
    accounts.push({ account_id, ...(await admin('usage', '--account', account_id)) });
  }
  const { ok, ...ledger } = await admin('ledger', 'check');
  if (!ok) throw new Error('the ledger does not add up');
  const events = await call('/v1/events?after=0&limit=500', key);
  return {
    made_at: new Date().toISOString(),
    secret: SECRET,
    keys: made.keys,
    ended_keys: made.ended,
    accounts,
    ledger,
    jobs,
    pending: pending.request_id,
    repeated: { path: SEARCH, idempotency_key: 'of-the-fixture', request_id: made.repeated },
    watch: { watch_id, state, runs: made.runs, last_seq: events.last_seq },
    endpoints: await endpointsOf(call, key),
    sales: 3,
    snapshots: (await call('/v1/snapshots', key)).snapshots.map(({ snapshot_id }) => snapshot_id),
    home,
    ...(await furtherParts(service, made, mailServer.mails)),
  };
}

/** Each endpoint with the number of its deliveries that were not taken. */
async function endpointsOf(call, key) {
  const found = [];
  for (const endpoint of (await call('/v1/endpoints', key)).endpoints) {
    const { endpoint_id, url, state, disabled_reason } = endpoint;
    const { deliveries } = await call(`/v1/endpoints/${endpoint_id}/deliveries`, key);
    found.push({ endpoint_id, url, state, disabled_reason, deliveries: deliveries.length });
  }
  return found;
}

function jobOf({ request_id, status, credits, error, result }) {
  return {
    request_id,
    status,
    credits,
    error: error?.code ?? null,
    rows: result?.data.length ?? null,
    data_sha256: result ? sha256(JSON.stringify(result.data)) : null,
  };
}

/** The home of the search that was observed in the most states. */
async function homeWithHistory(call, key) {
  const { result } = await call(SEARCH, key);
  const homes = [];
  for (const row of result.data) {
    if (row.extras.home_id === null) continue;
    const { home_id, members, observed } = await call(`/v1/homes/${row.extras.home_id}`, key);
    homes.push({ home_id, members: members.length, observed: observed.length });
  }
  homes.sort((a, b) => b.observed - a.observed);
  if (!(homes[0]?.observed > 1)) throw new Error(`no home of ${homes.length} has a history`);
  return homes[0];
}

/** Waits until an event was rejected by an endpoint. */
async function rejected({ call }, made) {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const found = await endpointsOf(call, made.keys[0]);
    if (found.some(({ deliveries }) => deliveries > 0)) return;
    await sleep(TRY_MS);
  }
  throw new Error('no delivery was rejected');
}

/** Waits until the first job is past its retention and removed. */
async function cleaned({ statusOf }, made) {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if ((await statusOf(`/v1/jobs/${made.oldest}`, made.keys[0])) === 404) return;
    await sleep(TRY_MS);
  }
  throw new Error('the cleanup has not removed the first job');
}

/** Waits until the watch has ended so many runs. */
async function ran({ call }, made, count) {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { runs } = await call(`/v1/watches/${made.watch.watch_id}/runs`, made.keys[0]);
    made.runs = runs.filter(({ ended_at }) => ended_at !== null).length;
    if (made.runs >= count) return;
    await sleep(TRY_MS);
  }
  throw new Error(`the watch has not run ${count} times`);
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

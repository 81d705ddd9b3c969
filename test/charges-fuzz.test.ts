/**
 * Seeded callers on raw sockets: pipelined, half-closed, broken off, reset, with garbage after
 * them. Every charged answer that arrived whole has its capture in the ledger, and no caller who
 * stayed is charged for an answer that did not arrive. FUZZ_CONNECTIONS and FUZZ_SEED change the
 * run.
 */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { cursorAtTheEnd, EMPTY_BOX } from './http/200.complete.js';
import { Chance } from './sim/chance.js';
import { envelopeOf, expectSoundLedger, freshSearch, ROUTE } from './support/expect.js';
import { sharedApp, type TestAccount } from './support/open-test-app.js';
import { getText, type RawAnswer, rawCall } from './support/raw-http.js';

const CONNECTIONS = Number(process.env.FUZZ_CONNECTIONS ?? 120);
const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
const AT_ONCE = 24;
const GARBAGE = '\0 no request\r\n\r\n';

const t = sharedApp({ limits: { READ_AHEAD: 0, PAGE_ROWS: 20, COLLECT_CONCURRENCY: 8 } });
let port: number;
before(async () => {
  await t.server.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = t.server.server.address() as AddressInfo);
});

/** Complete answers that arrived: ids answered as charged, and as free. */
interface Tally {
  answers: number;
  readonly charged: Set<string>;
  readonly free: Set<string>;
}

/** What an account's callers got. Row files and 304 carry no id; their job was read before. */
function count(tally: Tally, { status, headers, body }: RawAnswer): void {
  if (status !== 200 || !headers['content-type']?.startsWith('application/json')) return;
  const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  const answered = JSON.parse(bytes.toString()) as {
    request_id?: string;
    status?: string;
    credits?: number;
  };
  if (answered.request_id === undefined || answered.status !== 'complete') return;
  tally.answers += 1;
  assert.equal(headers['x-credits-charged'], String(answered.credits));
  (answered.credits === 1 ? tally.charged : tally.free).add(answered.request_id);
}

async function capturedOf({ account_id }: TestAccount): Promise<string[]> {
  const rows = await t.app.db.rows<{ request_id: string }>(
    `select request_id from ledger where account_id = $1 and kind = 'capture'`,
    [account_id],
  );
  return rows.map(({ request_id }) => request_id);
}

interface Targets {
  readonly hits: readonly string[];
  readonly past: string;
  readonly jobs: string[];
}

/** One request of a connection. */
function nextText(chance: Chance, targets: Targets, key: string): string {
  const lines = chance.happens(0.5) ? ['Accept-Encoding: gzip'] : [];
  const known = chance.pick(targets.jobs);
  switch (
    chance.weighted({
      hit: 40,
      long: 8,
      keyed: 8,
      miss: 8,
      poll: 12,
      rows: 4,
      same: 4,
      past: 8,
      bad: 6,
    })
  ) {
    case 'hit':
      return getText(chance.pick(targets.hits), key, ...lines);
    case 'long':
      return getText(chance.pick(targets.hits), key, ...lines, 'Cache-Control: max-age=86400');
    case 'keyed':
      return getText(
        chance.pick(targets.hits),
        key,
        ...lines,
        `Idempotency-Key: k${chance.below(40)}`,
      );
    case 'miss':
      return getText(freshSearch(), key, ...lines);
    case 'poll':
      return getText(`${known}?wait=${chance.below(3)}`, key, ...lines);
    case 'rows':
      return getText(`${known}/rows.csv`, key, ...lines);
    case 'same':
      return getText(known, key, 'If-None-Match: *');
    case 'past':
      return getText(targets.past, key, ...lines);
    case 'bad':
      return getText(chance.pick(['/v1/nope', `${ROUTE}?zip=1`, '/v1/%zz']), key);
  }
}

type Leaving = 'stays' | 'half-closes' | 'sends garbage' | 'closes' | 'resets';

async function connectOnce(
  chance: Chance,
  targets: Targets,
  account: TestAccount,
  tally: Tally,
  leaving: Leaving,
): Promise<void> {
  const count_ = 1 + chance.below(6);
  const texts = Array.from({ length: count_ }, () => nextText(chance, targets, account.api_key));
  const garbage = leaving === 'sends garbage' ? GARBAGE : '';
  const call = rawCall(port, texts.join('') + garbage, leaving === 'half-closes');
  if (leaving === 'closes' || leaving === 'resets') {
    await Promise.race([call.closed(), delay(chance.below(25))]);
    if (leaving === 'closes') call.socket.destroy();
    else call.socket.resetAndDestroy();
    await call.closed();
  } else if (leaving === 'stays') {
    await call.until(count_);
    call.socket.end();
    await call.closed();
  } else {
    await call.closed();
  }
  if (leaving === 'stays' || leaving === 'half-closes') assert.equal(call.answers.length, count_);
  if (leaving === 'sends garbage') assert.equal(call.answers.length, count_ + 1);
  for (const answer of call.answers) {
    count(tally, answer);
    if (answer.status !== 202) continue;
    const { poll_url } = JSON.parse(answer.body.toString()) as { poll_url: string };
    targets.jobs.push(poll_url);
  }
}

/** Runs the connections of one account, so many at once; every draw belongs to one connection. */
async function run(
  name: string,
  targets: Targets,
  account: TestAccount,
  ways: Readonly<Partial<Record<Leaving, number>>>,
): Promise<Tally> {
  const tally: Tally = { answers: 0, charged: new Set(), free: new Set() };
  let next = 0;
  const worker = async () => {
    while (next < CONNECTIONS) {
      const chance = new Chance(SEED, `${name} ${next}`);
      next += 1;
      const leaving = chance.weighted(ways as Record<Leaving, number>);
      await connectOnce(chance, targets, account, tally, leaving);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return tally;
}

async function prepare(account: TestAccount): Promise<{ targets: Targets; tally: Tally }> {
  const hits = Array.from({ length: 4 }, freshSearch);
  const tally: Tally = { answers: 0, charged: new Set(), free: new Set() };
  const jobs: string[] = [];
  for (const path of hits) {
    const { request_id } = envelopeOf(await t.settled(path, account.api_key));
    tally.charged.add(request_id);
    jobs.push(`/v1/jobs/${request_id}`);
  }
  const query = `${EMPTY_BOX}&beds_min=4`;
  const past = `${ROUTE}?${query}&cursor=${cursorAtTheEnd(t, query)}`;
  await t.settled(past, account.api_key);
  return { targets: { hits, past, jobs }, tally };
}

test(`callers who stay are charged for exactly what they got (seed ${SEED})`, async () => {
  const account = await t.account({ extra_credits: 1_000_000, max_pending: 100_000 });
  const { targets, tally: before_ } = await prepare(account);
  const ways = { stays: 4, 'half-closes': 3, 'sends garbage': 2 };
  const answered = await run('stay', targets, account, ways);
  // Jobs that nobody has read yet are read to their end: what is left reserved then is nobody's.
  for (const job of new Set(targets.jobs)) {
    const call = rawCall(port, getText(`${job}?wait=20`, account.api_key, 'Connection: close'));
    for (const answer of await call.closed()) count(answered, answer);
  }
  const charged = new Set([...before_.charged, ...answered.charged]);
  const captured = await capturedOf(account);
  assert.equal(new Set(captured).size, captured.length, 'no id is captured twice');
  assert.deepEqual(
    captured.filter((id) => !charged.has(id)),
    [],
    'captured, and never returned',
  );
  assert.deepEqual(
    [...charged].filter((id) => !captured.includes(id)),
    [],
    'returned, and not captured',
  );
  assert.ok(answered.free.size > 0, 'pages past the end are complete answers without a capture');
  assert.deepEqual(
    [...answered.free].filter((id) => captured.includes(id)),
    [],
  );
  await expectSoundLedger(t);
  console.log(
    `${answered.answers} complete answers, ${charged.size} ids charged, ${answered.free.size} free, ${captured.length} captured`,
  );
});

test(`callers who leave get no charge that is not captured (seed ${SEED})`, async () => {
  const account = await t.account({ extra_credits: 1_000_000, max_pending: 100_000 });
  const { targets, tally: before_ } = await prepare(account);
  const answered = await run('leave', targets, account, { closes: 3, resets: 3, stays: 1 });
  await delay(1_000);
  const captured = new Set(await capturedOf(account));
  const charged = [...before_.charged, ...answered.charged];
  assert.deepEqual(
    charged.filter((id) => !captured.has(id)),
    [],
    'returned, and not captured',
  );
  await expectSoundLedger(t);
  console.log(`${answered.answers} complete answers, ${captured.size} captured`);
});

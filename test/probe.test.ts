/** `rowhouse sources probe` of a source that works, one that changed, one rejecting, one silent. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, beforeEach, test } from 'node:test';
import { PROBE_REQUESTS_MAX, PROBE_ROWS_MAX } from '#contract/limits.js';
import { measure } from '#service/operations/metrics.js';
import { showProbe } from '../src/cli/show-probe.js';
import { type Ask, asking } from './support/ask-admin.js';
import { openTestApp, sharedApp } from './support/open-test-app.js';
import { type ScriptedServer, scriptedServer } from './support/scripted-server.js';

const t = sharedApp({
  places: true,
  // One place has homes for more than a probe; another has none.
  sandbox: {
    places: [
      { zip: '78704', homes: 400 },
      { zip: '10025', homes: 60 },
    ],
  },
  limits: {
    UPSTREAM_TIMEOUT_S: 1,
    UPSTREAM_ATTEMPTS_MAX: 2,
    CIRCUIT_FAILURES: 2,
    READ_AHEAD: 0,
  },
});
let ask: Ask;
before(async () => {
  ask = asking(t);
});
beforeEach(() => t.faults('ok'));

const zipOf = (source: string): string => (source === 'nyc_portal' ? '10025' : '78704');

/** A probe: its JSON and the text of the command. */
async function probe(source: string, more: object = {}, of: Ask = ask) {
  const path = `/sources/${encodeURIComponent(source)}/probe`;
  const { status, json } = await of('POST', path, { zip: zipOf(source), ...more });
  return { status, json, text: status === 200 ? showProbe(json) : '' };
}
const conclusionOf = (text: string): string => text.split('\n').at(-1) ?? '';

const KINDS = {
  portal_a: ['listings', 'rentals', 'sold'],
  portal_b: ['sold'],
  nyc_portal: ['listings', 'rentals'],
  mls: ['listings', 'rentals', 'sold'],
};

for (const [source, kinds] of Object.entries(KINDS)) {
  test(`${source} of the sandbox works, request by request, and the report ends in that`, async () => {
    for (const kind of kinds) {
      const { json, text } = await probe(source, { kind_of_rows: kind });
      assert.equal(json.result, 'works', text);
      assert.ok(json.rows > 0 && json.rows <= PROBE_ROWS_MAX, text);
      assert.match(
        conclusionOf(text),
        new RegExp(`^${source} ${kind} works(?:$|; but no row has )`),
      );
      assert.ok(json.requests.length > 0 && json.requests.length <= PROBE_REQUESTS_MAX);
      for (const { status, bytes, headers } of json.requests) {
        assert.equal(status, 200);
        assert.ok(bytes > 0);
        assert.ok(headers.includes('user-agent'));
      }
      assert.match(
        text,
        /^ {3}answer: HTTP 200, application\/json\S*(?: \S+)*, \d+ bytes, \d+ ms, \d+ rows$/m,
      );
    }
  });
}

test('auction works where the homes of a state are searched', async () => {
  const { json, text } = await probe('auction');
  assert.equal(json.result, 'works', text);
  assert.match(conclusionOf(text), /^auction auctions works/);
});

test('a probe stops after the rows of one page, and says so', async () => {
  const { json, text } = await probe('portal_a');
  assert.equal(json.rows, PROBE_ROWS_MAX);
  assert.equal(json.ended, 'rows');
  assert.match(text, /^Stopped after 100 rows, the maximum of a probe\.$/m);
});

for (const source of ['portal_a', 'portal_b', 'nyc_portal', 'auction', 'mls']) {
  test(`members that ${source} renames are named, the old and the new`, async () => {
    await t.faults('drift');
    const { json, text } = await probe(source);
    assert.equal(json.result, 'does_not_work', text);
    assert.match(conclusionOf(text), /does not work: another format\. /);
    const [gone, unread] = RENAMED[source] ?? [];
    assert.ok(
      json.members.missing.some(({ member }: { member: string }) => member.includes(gone ?? '-')),
      text,
    );
    assert.ok(
      json.members.not_read.some((name: string) => name.includes(unread ?? '-')),
      text,
    );
  });
}
const RENAMED: Readonly<Record<string, readonly [gone: string, unread: string]>> = {
  portal_a: ['unformattedPrice', 'priceText'],
  portal_b: ['streetLine', 'street'],
  nyc_portal: ['bedroomCount', 'bedrooms'],
  auction: ['seller_property', 'property_of_seller'],
  mls: ['ListPrice', 'Price'],
};

test('a source that renames a member which a page can do without works with loss of its field', async () => {
  const renaming = createServer((request, response) => {
    void fetch(`${t.sandbox.urls.mls}${request.url}`).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end((await answer.text()).replaceAll('"YearBuilt":', '"BuiltYear":'));
    });
  }).listen(0, '127.0.0.1');
  await once(renaming, 'listening');
  const url = `http://127.0.0.1:${(renaming.address() as AddressInfo).port}`;
  const other = await openTestApp({ upstreams: { mls: { url, headers: {} } }, idle: true });
  try {
    const { json, text } = await probe('mls', {}, asking(other));
    assert.equal(json.result, 'works_with_loss', text);
    assert.equal(conclusionOf(text), 'mls listings works with loss of extras.year_built');
    assert.match(text, /^ {2}YearBuilt +0 of \d+ rows .* lost$/m);
    assert.ok(json.members.not_read.includes('BuiltYear'));
  } finally {
    await other.close();
    renaming.closeAllConnections();
    renaming.close();
  }
});

const SAYS_NO = {
  refuse: /does not work: refused\. portal_b rejected the request \(HTTP 403\)\.$/,
  challenge: /does not work: blocked\. portal_b blocked .* \(px-captcha, HTTP 200\)\.$/,
  not_found: /does not work: refused\. portal_b rejected the request \(HTTP 404\)\.$/,
  busy: /does not work: too many requests\. portal_b is busy \(HTTP 429\)\.$/,
  error: /does not work: no usable answer\. portal_b is failing \(HTTP 500\)\.$/,
  cut: /does not work: no usable answer\. portal_b sent a truncated/,
  hang: /does not work: no usable answer\. portal_b did not answer in time\.$/,
};
for (const [mode, conclusion] of Object.entries(SAYS_NO)) {
  test(`a source in the mode ${mode} does not work, and the cause is named`, async () => {
    await t.faults(mode);
    const { json, text } = await probe('portal_b');
    assert.match(conclusionOf(text), conclusion);
    assert.equal(json.result, 'does_not_work');
    assert.equal(json.rows, 0);
  });
}

test('a request that is sent again is shown once, with every answer', async () => {
  await t.faults('error');
  const { text } = await probe('portal_b');
  assert.match(text, /^2\. the same again$/m);
  assert.equal(text.match(/GET \/stingray/g)?.length, 1);
  assert.equal(text.match(/answer: HTTP 500/g)?.length, 2);
});

test('an area without homes works, and the report says so', async () => {
  const { json, text } = await probe('portal_a', { zip: '59001' });
  assert.deepEqual([json.result, json.rows], ['works', 0], text);
  assert.match(conclusionOf(text), /^portal_a listings works, with no rows of this ZIP/);
});

test('wrong names and ZIPs are answered with what is right', async () => {
  const said = async (source: string, more: object) => {
    const { status, json } = await probe(source, more);
    return [status, json.error?.message];
  };
  assert.deepEqual(await said('records', {}), [
    404,
    'records has no upstream to probe: its rows come from imported files. "rowhouse records list" shows them.',
  ]);
  assert.deepEqual(await said('portal_b', { kind_of_rows: 'rentals' }), [
    404,
    'portal_b has no rentals: --kind may be sold.',
  ]);
  assert.match(String(await said('portal_x', {})), /^404,No source or feed has this name/);
  assert.match(
    String(await said('portal_a', { zip: '00000' })),
    /^422,ZIP code 00000 does not exist/,
  );
  assert.match(String(await said('portal_a', { zip: '1' })), /^400,--zip must be the five digits/);
  assert.match(String(await said('nyc_portal', { zip: '78704' })), /^422,This route covers New/);
});

test('a source that an operator has paused is not asked', async () => {
  await ask('POST', '/sources/auction/pause', { paused_reason: 'their site moves' });
  const { status, json } = await probe('auction');
  assert.equal(status, 503);
  assert.match(json.error.message, /auction is paused by the operator: their site moves/);
  await ask('POST', '/sources/auction/pause', { paused_reason: null });
});

/** What every table holds. */
async function stored(): Promise<Record<string, string>> {
  const tables = await t.app.db.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind = 'r' and c.relname not like '%pace%'
     order by 1`,
  );
  const all: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await t.app.db.rows<{ sum: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
    );
    all[name] = row?.sum ?? '';
  }
  return all;
}
const requestsSent = async (): Promise<string> => {
  const answer = await fetch(`${t.sandbox.url}/__sandbox/stats`);
  return JSON.stringify(await answer.json());
};

test('a probe charges, stores and teaches nothing: the next search asks the source itself', async () => {
  const before = await stored();
  const metrics = /^rowhouse_upstream_requests_total.*$/gm;
  const counted = (await measure(t.app)).match(metrics);
  for (const source of ['portal_a', 'portal_b', 'mls']) await probe(source);
  for (const mode of ['refuse', 'refuse', 'refuse', 'drift']) {
    await t.faults(mode);
    for (const source of ['portal_a', 'portal_b', 'mls']) await probe(source);
  }
  await t.faults('ok');
  assert.deepEqual(await stored(), before);
  assert.deepEqual((await measure(t.app)).match(metrics), counted);
  assert.deepEqual(t.app.fieldHistory.takeLearned(), []);
  assert.equal(t.app.learned.size, 0);
  const sent = await requestsSent();
  const account = await t.account();
  const answer = await t.settled('/v1/portal_b/sold?zip=78704', account.api_key);
  assert.equal(answer.statusCode, 200);
  assert.notEqual(await requestsSent(), sent);
});

test('a source without an address does not work, and nothing is sent', async () => {
  const bare = await openTestApp({ upstreams: {}, idle: true });
  try {
    const { json, text } = await probe('portal_a', {}, asking(bare));
    assert.equal(json.result, 'does_not_work');
    assert.equal(
      conclusionOf(text),
      'portal_a listings does not work: no address is configured (ROWHOUSE_UPSTREAM_PORTAL_A), and the sandbox is off. Nothing was sent.',
    );
  } finally {
    await bare.close();
  }
});

const SECRET = 'correct-horse-battery-staple';

test('feeds are tried together or alone, and no secret of theirs is in the report', async () => {
  const error = { error: { message: `no: Bearer ${SECRET}, sid ${SECRET}-cookie` } };
  const refusing: ScriptedServer = await scriptedServer([{ status: 400, body: error }]);
  const south = { url: t.sandbox.urls.mls ?? '', headers: { 'x-key': `${SECRET}-south` } };
  const north = {
    url: refusing.url,
    headers: { authorization: `Bearer ${SECRET}`, cookie: `sid=${SECRET}-cookie; a=1` },
    options: { query: `apikey=${SECRET}-query&class=RE` },
  };
  const feeds = { north, south };
  const two = await openTestApp({ upstreams: { mls: { ...north, feeds } }, idle: true });
  try {
    const alone = await probe('mls/south', {}, asking(two));
    assert.equal(alone.json.result, 'works', alone.text);
    assert.equal(alone.json.requests[0].to, 'mls/south');
    const { json, text } = await probe('mls', {}, asking(two));
    assert.equal(json.result, 'does_not_work', text);
    assert.match(text, /mls did not understand the request \(HTTP 400\).*\(hidden\)/);
    assert.match(text, /headers: .*authorization, cookie/);
    assert.match(json.requests.at(-1).path, /apikey=\(hidden\)/);
    for (const shown of [alone, { json, text }]) {
      assert.ok(!JSON.stringify(shown).includes(SECRET), shown.text);
    }
  } finally {
    await two.close();
    await refusing.close();
  }
});

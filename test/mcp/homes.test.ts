/** One home over time by a tool: what an agent reads of it, and what it may cost in the context. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer';
import { DAY_MS } from '#contract/durations.js';
import { noteHomes, noteReports } from '#store/homes.js';
import { type HomeRow, rowsOf } from '../support/homes.js';
import { CLIENTS, callTool, type McpClient } from '../support/mcp-clients.js';
import { sharedApp } from '../support/open-test-app.js';

/** A home with forty past states. */
const STORY_TOKENS_MAX = 2_500;

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
let client: McpClient;
let row: HomeRow;
before(async () => {
  const url = await t.server.listen({ host: '127.0.0.1', port: 0 });
  const { api_key } = await t.account();
  [row] = await rowsOf(t, api_key);
  const connect = CLIENTS['client 2 with 2026-07-28'];
  assert.ok(connect !== undefined);
  client = await connect(`${url}/mcp`, { authorization: `Bearer ${api_key}` });
});

const call = (sent: Record<string, unknown>) => callTool(client, 'get_home_story', sent);
const addressOf = ({ address: { line1, unit, city, state, zip } }: HomeRow) =>
  `${[line1, ...(unit === null ? [] : [`Apt ${unit}`])].join(' ')}, ${city}, ${state} ${zip}`;

test('a home is found by its home_id and by its address: present price, and what was seen', async () => {
  const { facts, rows, text, isError } = await call({ home_id: row.extras.home_id });
  assert.equal(isError, false, text);
  assert.deepEqual([facts.credits, facts.home_id], [0, row.extras.home_id]);
  const [present] = facts.present as readonly { source: string; price: number }[];
  assert.equal(present?.source, 'portal_a');
  assert.ok((present?.price ?? 0) > 0, text);
  assert.equal(rows[0], 'list,source,kind,from,to,what,amount,why_empty,ended_by');
  assert.match(rows.join('\n'), /\nobserved,portal_a,listings,20\S+,20\S+,for_sale,\d+,,$/m);
  assert.equal((await call({ address: addressOf(row) })).text, text);
});

test('price changes that were seen and sales with their ratio are separate, within a bound', async () => {
  const [member] = await t.app.db.rows<{ source: string; home_id: string; building_id: string }>(
    'select source, home_id, building_id from home_members where source_id = $1',
    [row.source_id],
  );
  assert.ok(member !== undefined);
  const { line1: _line, ...address } = row.address;
  const seen = {
    ...member,
    kind: 'listings',
    source_id: 'walk-1',
    feed: null,
    zip: address.zip,
    number: '1',
    street: 'OAK ST',
    unit: '',
    address: row.address,
    source_url: 'https://portal-a.example.invalid/walk-1',
    lat: null,
    lng: null,
    property_type: null,
    beds: null,
    baths: null,
    living_area_sqft: null,
    year_built: null,
    parcel: null,
    list_date: null,
  };
  const begin = t.clock.nowMs() - 100 * DAY_MS;
  for (let day = 0; day < 45; day += 1) {
    const state = { ...seen, status: 'for_sale', price_cents: (900_000 - day * 1_000) * 100 };
    await noteHomes(t.app.db, [state], new Date(begin + day * DAY_MS));
  }
  const sold = new Date(begin + 50 * DAY_MS);
  const date = sold.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const report = { source: member.source, source_id: 'walk-1', event: 'sold', date } as const;
  const reports = [{ ...report, price_cents: 81_320_000, disclosure: 'source' }];
  await noteReports(t.app.db, reports, sold);
  const { facts, rows, text } = await call({ home_id: row.extras.home_id });
  assert.deepEqual(facts.sales, [
    {
      sold_date: date,
      sale_price: 813_200,
      last_observed_list_price: 856_000,
      sale_to_list_ratio: 0.95,
    },
  ]);
  assert.match(text, /\nobserved,portal_a,listings,\S+,for_sale,857000,,changed\n/);
  assert.equal(rows.length, 41, 'a header and forty lines');
  assert.ok(Number(facts.older_left_out) >= 6, String(facts.older_left_out));
  assert.ok(countTokens(text) < STORY_TOKENS_MAX, String(countTokens(text)));
});

test('no input, both inputs, an invalid id and an unknown home are errors in words', async () => {
  const cases: readonly [Record<string, unknown>, string, RegExp][] = [
    [{}, 'unsupported_or_invalid_query', /home_id or address/],
    [
      { home_id: row.extras.home_id, address: addressOf(row) },
      'unsupported_or_invalid_query',
      /or/,
    ],
    [{ home_id: '12 Oak St' }, 'unsupported_or_invalid_query', /extras\.home_id of a row/],
    [{ address: 'Austin, TX' }, 'unsupported_or_invalid_query', /street line, city, state and ZIP/],
    [{ address: '1 Nowhere Ln, Austin, TX 78704' }, 'home_not_found', /Search its area first/],
  ];
  for (const [sent, code, words] of cases) {
    const { isError, facts, text } = await call(sent);
    assert.deepEqual([isError, facts.error?.code], [true, code], text);
    assert.match(String(facts.error?.message), words);
  }
});

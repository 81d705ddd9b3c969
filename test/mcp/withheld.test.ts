/** Sold homes without a price: every tool that shows one says why. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Agent, ok } from '../support/mcp-agent.js';
import type { ToolText } from '../support/mcp-clients.js';
import type { TestApp } from '../support/open-test-app.js';

const agent = new Agent();
const { call } = agent;
const SOLD = { route: 'portal_b_sold', zip: '78704', limit: 100 };
let t: TestApp;
let apiKey: string;
before(async () => {
  t = await agent.open();
  apiKey = (await agent.fresh()).api_key;
});
after(() => t.close());

/** The cells of some columns, row by row. None of them has commas. */
function cellsOf({ rows }: ToolText, ...columns: readonly string[]): string[][] {
  const header = String(rows[0]).split(',');
  return rows
    .slice(1)
    .map((row) => columns.map((name) => row.split(',')[header.indexOf(name)] ?? ''));
}

interface SoldRow {
  readonly source_id: string;
  readonly sale_price: object | null;
  readonly sale_price_disclosure: string;
}

test('each row of a search has either its price or its reason', async () => {
  const page = ok(await call('search_listings', SOLD));
  const cells = cellsOf(page, 'source_id', 'sale_price.amount', 'sale_price.why_empty');
  const answer = await t.settled('/v1/portal_b/sold?zip=78704', apiKey);
  const rows = answer.json<{ result: { data: SoldRow[] } }>().result.data;
  assert.equal(cells.length, rows.length);
  for (const [at, [id, amount, why]] of cells.entries()) {
    const row = rows[at];
    assert.equal(row?.source_id, id);
    assert.equal(amount === '', row?.sale_price === null);
    const hidden = row?.sale_price_disclosure === 'not_disclosed';
    assert.equal(why, amount !== '' ? '' : hidden ? 'not_disclosed' : why);
    assert.ok((amount === '') !== (why === ''), `${amount} or ${why}`);
  }
  const hidden = cells.filter(([, , why]) => why === 'not_disclosed').length;
  assert.ok(hidden > cells.length / 2, 'Texas does not publish prices');
});

test('a requested price comes with its reason, other columns without', async () => {
  const { facts } = ok(await call('search_listings', SOLD));
  const { job_id } = facts;
  const priced = ok(await call('get_job', { job_id, fields: ['sale_price', 'sold_date'] }));
  assert.match(
    String(priced.rows[0]),
    /sale_price.amount,sale_price.why_empty,sale_price.currency/,
  );
  const dates = ok(await call('get_job', { job_id, fields: ['sold_date'] }));
  assert.equal(dates.rows[0], 'source_id,sold_date');
});

test('a summary counts the homes whose price is withheld, by the reason', async () => {
  const { facts } = ok(await call('summarize_area', { route: SOLD.route, zip: SOLD.zip }));
  const withheld = facts.withheld as Readonly<Record<string, number>>;
  const { priced_count } = facts.summary as { priced_count: number };
  const sum = Object.values(withheld).reduce((a, b) => a + b, 0);
  const page = ok(await call('search_listings', SOLD));
  assert.equal(sum + priced_count, page.rows.length - 1);
});

test('the story of a home says it too', async () => {
  const page = ok(
    await call('search_listings', {
      ...SOLD,
      route: 'portal_a_sold',
      fields: ['sale_price.amount', 'address.line1', 'address.unit', 'extras.home_id'],
    }),
  );
  const wanted = ['sale_price.why_empty', 'address.line1', 'address.unit', 'extras.home_id'];
  const [found] = cellsOf(page, ...wanted).filter(
    ([why, line, unit, id]) => why === 'not_disclosed' && line !== '' && unit === '' && id !== '',
  );
  assert.ok(found !== undefined, page.text);
  const story = ok(await call('get_home_story', { home_id: found[3] }));
  const sold = cellsOf(story, 'what', 'amount', 'why_empty').filter(([what]) => what === 'sold');
  assert.deepEqual(sold[0], ['sold', '', 'not_disclosed'], story.text);
});

/** Imports seen by several nodes: each page is made of the rows that it was asked of. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openSourceClient } from '#collect/upstream/source-client.js';
import type { RowTable } from '#domain/table.js';
import type { App } from '#service/app.js';
import { openTables, type Tables } from '#service/datasets/tables.js';
import { collectNext } from '#service/search/run-collections.js';
import { fileOf, importInto } from '../support/import-file.js';
import { type Answer, sharedApp, type TestAccount } from '../support/open-test-app.js';
import { MAPPING, type Result, salesFile } from '../support/sales.js';

const t = sharedApp({ idle: true, limits: { READ_AHEAD: 0 } });
let account: TestAccount;
before(async () => {
  account = await t.account();
});

type Find = RowTable['find'];

/** A node that has seen the imports so far and no later one, unless it looks again. */
async function lateNode(finding = (find: Find, _tables: Tables): Find => find): Promise<App> {
  const tables = openTables(t.app.db, t.clock);
  await tables.refresh();
  const table = (source: string): RowTable => {
    const known = tables.table(source);
    return { ...known, find: finding(known.find, tables) };
  };
  const client = openSourceClient({}, t.app.limits, t.clock, undefined, undefined, undefined, {
    ...tables,
    table,
  });
  return { ...t.app, tables, client };
}

/** Asks the first node, and has the collection read by another. */
async function searchedAt(other: App, query: string) {
  const answer = t.get(`/v1/records/sold?${query}`, account.api_key);
  await collectedBy(other);
  return answer;
}

async function collectedBy(other: App): Promise<void> {
  await queued();
  assert.ok(await collectNext(other, new AbortController().signal));
}

async function queued(): Promise<void> {
  for (let looks = 0; looks < 200; looks += 1) {
    const waiting = await t.app.db.rows(`select 1 from collections where state = 'queued'`);
    if (waiting.length > 0) return;
    await t.clock.sleep(20);
  }
  assert.fail('no collection was queued');
}

const resultOf = (answer: Answer): Result => {
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
  return answer.json<{ result: Result }>().result;
};

function requireFailed(answer: Answer): void {
  const { error, credits } = answer.json<{ error: { message: string } | null; credits: number }>();
  assert.match(error?.message ?? answer.body.slice(0, 300), /replaced while the search waited/);
  assert.equal(credits, 0);
}

const numbers = ({ data }: Result) => data.map(({ source_id }) => Number(source_id.split(':S')[1]));
const load = (count: number, first: number) =>
  importInto(t, MAPPING, fileOf('sales.csv', salesFile(t, count, first)));

test('a node that has not seen an import looks again before it reads a search of the new rows', async () => {
  await load(300, 0);
  const other = await lateNode();
  await load(300, 10_000);
  const first = resultOf(await searchedAt(other, 'city=Austin&state=TX'));
  assert.ok(numbers(first).every((nth) => nth >= 10_000));
  assert.ok(first.next_cursor !== null);
  const query = `city=Austin&state=TX&cursor=${first.next_cursor}`;
  const second = resultOf(await searchedAt(await lateNode(), query));
  assert.equal(second.count, 100);
});

test('a search of rows that were replaced fails without a charge, and its page is not stored', async () => {
  const answer = t.get('/v1/records/sold?zip=78701', account.api_key);
  await queued();
  await load(300, 20_000);
  await collectedBy(t.app);
  requireFailed(await answer);
  const failed = await t.app.db.rows('select source from source_states where failures > 0');
  assert.deepEqual(failed, [], 'the source is well');
  const after = resultOf(await searchedAt(await lateNode(), 'zip=78701'));
  assert.ok(numbers(after).every((nth) => nth >= 20_000));
});

test('rows that are replaced while a page is read end it', async () => {
  let reads = 0;
  const other = await lateNode((find, tables) => async (query) => {
    reads += 1;
    if (reads === 1) {
      await load(300, 30_000);
      await tables.refresh();
    }
    return find(query);
  });
  const answer = await searchedAt(other, 'zip=78704');
  requireFailed(answer);
  assert.equal(reads, 1);
});

/** Several homes of one area: what is found, and what a failure of the source leaves of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absent } from '#domain/parsed-row.js';
import { SourceError } from '#sources/driver.js';
import { type Asked, feed, searchOf, spread } from '../../../test/support/memory-driver.js';
import { findHomes } from './find-home.js';

const DOWN = new SourceError('down', 'It does not answer.');

/** A source that fails from its nth question on. */
function failing({ driver, questions }: Asked, from: number): Asked {
  assert.ok(driver.over === 'table');
  const query: typeof driver.query = async (...sent) => {
    if (questions.length >= from) throw DOWN;
    return driver.query(...sent);
  };
  return { driver: { ...driver, query }, questions };
}

const ids = (...all: number[]) => all.map((id) => ({ source_id: String(id) }));
/** Nine homes in pages of three, each with an address. */
function sourceOf(): Asked {
  const { driver, questions } = feed(spread(9), 3, ['box']);
  const toRow = (...sent: Parameters<typeof driver.toRow>) => {
    const read = driver.toRow(...sent);
    if (!('row' in read)) return read;
    const { row } = read;
    const address = {
      ...row.address,
      line1: `${row.source_id} Oak St`,
      unit: absent('not_reported'),
    };
    return { row: { ...row, address } };
  };
  return { driver: { ...driver, toRow } as typeof driver, questions };
}
const outcomes = async (sources: readonly Asked[], asked: ReturnType<typeof ids>) =>
  (
    await findHomes(
      sources.map((one) => searchOf(one)),
      asked,
    )
  ).map((found) => ('page' in found ? found.page.rows[0]?.source_id : found.error));

test('homes come in their order, and one that is nowhere is not found', async () => {
  const [two, seven, none] = await outcomes([sourceOf()], ids(2, 7, 99));
  assert.deepEqual([two, seven], ['2', '7']);
  assert.equal((none as { readonly code?: string }).code, 'address_not_found');
});

test('a later kind of row that fails takes no home that an earlier one has', async () => {
  const found = await outcomes([sourceOf(), failing(sourceOf(), 0)], ids(2, 99, 7));
  assert.deepEqual(found, ['2', DOWN, '7']);
});

test('homes before the page that fails stay found, those after it may exist', async () => {
  const source = sourceOf();
  const found = await outcomes([failing(source, 1)], ids(0, 8));
  assert.deepEqual(found, ['0', DOWN]);
});

test('no page is requested after an id was found', async () => {
  const source = sourceOf();
  assert.deepEqual(await outcomes([source], ids(0)), ['0']);
  assert.equal(source.questions.length, 1);
});

/** Upstream pages that are shown again, or changed, between two pages of a chain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCursor, writeCursor } from '#domain/cursor.js';
import { type Position, START } from '#domain/position.js';
import { pageNumber } from '#sources/driver.js';
import { portal, searchOf, spread } from '../../../test/support/memory-driver.js';
import { type AreaSearch, Progress } from './area-search.js';
import { readArea } from './read-area.js';

test('a source that begins to repeat its pages is noticed by the next page of ours, wherever it begins', async () => {
  const honest = portal(spread(400), 100, 20);
  const { driver } = honest;
  assert.ok(driver.over === 'table');
  const answering = (pageOf: (page: number) => number) =>
    searchOf({
      ...honest,
      driver: {
        ...driver,
        query: ({ at, ...question }, ...rest) =>
          driver.query({ ...question, at: { page: pageOf(pageNumber({ at })) } }, ...rest),
      },
    });
  const first = answering(() => 1);
  const before = answering((page) => Math.max(1, page - 1));
  for (const [rows, repeating] of [
    [100, first],
    [150, first],
    [200, first],
    [250, first],
    [100, before],
    [200, before],
    [330, before],
  ] as const) {
    const position = kept(await positionAfter(searchOf(honest), rows));
    const read = (search: AreaSearch) => positionAfter(search, 30, position);
    await assert.rejects(read(repeating), /repeats rows of earlier pages/, `${rows}`);
    assert.deepEqual((await read(searchOf(honest))).at, position.at, 'and any other is read on');
  }
});

test('a page that shows other rows when the next page of ours begins in its middle makes that one partial', async () => {
  const homes = spread(400);
  const whole = portal(homes, 100, 20);
  const position = kept(await positionAfter(searchOf(whole), 150));
  const { driver } = portal([...homes.slice(0, 120), ...homes.slice(121)], 100, 20);
  const read = async (search: AreaSearch) => {
    const progress = new Progress(position, 1_000);
    for await (const _row of readArea(search, progress));
    return progress.missing;
  };
  assert.deepEqual(await read(searchOf(whole)), []);
  assert.match((await read(searchOf({ ...whole, driver }))).join(), /changed the rows of a/);
});

/** The position after so many rows. */
async function positionAfter(
  search: AreaSearch,
  rows: number,
  begin: Position = START,
): Promise<Position> {
  let taken = 0;
  for await (const { before } of readArea(search, new Progress(begin, rows + 1))) {
    if (taken === rows) return before;
    taken += 1;
  }
  throw new Error(`fewer than ${rows} rows`);
}

/** The position as the next request has it. */
function kept(position: Position): Position {
  const scope = { secret: 'a-secret-for-tests', search: 'a search' };
  const read = readCursor(scope, writeCursor(scope, position, 0), 0, 60);
  assert.ok(read !== null);
  return read;
}

/**
 * A feed that is kept here changes and breaks off while it is pulled: no row is lost, doubled or
 * kept too long.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { onItsData } from '#service/search/on-its-data.js';
import { readSearch } from '#service/search/parse-search.js';
import { keyOf, rowOf } from '../support/changing-feed.js';
import {
  BY_KEYS,
  feed,
  iso,
  nextTurn,
  PAGE,
  PULL_S,
  ROWS,
  read,
  someOf,
  state,
  t,
  touch,
  turn,
  useKeptFeed,
} from '../support/kept-feed.js';
import { takeTurn } from '../support/take-turn.js';

useKeptFeed();

const ANOTHER_LEASE = '01a1fdfa-0000-7000-8000-000000000001';

test('20 rows change before each page of the pull: none is lost or doubled, all are as the feed has them', async () => {
  feed.between = (page) => {
    for (const n of someOf(page, 20)) touch(n, { ListPrice: 500_000 + page * 1_000 + n });
  };
  assert.equal(await turn(), 'done');
  feed.between = () => undefined;
  assert.equal((await read()).ids.length, ROWS);
  assert.equal(await nextTurn(), 'done');
  const { prices } = await read();
  const asSent = [...feed.rows].map(([key, row]) => [key, row.ListPrice]).sort();
  assert.deepEqual([...prices].sort(), asSent);
});

test('a row whose time of change lies years ahead does not end the changes of others', async () => {
  touch(7, { ModificationTimestamp: '2036-01-01T00:00:00Z' });
  assert.equal(await turn(), 'done');
  touch(8, { ListPrice: 123_456 });
  assert.equal(await nextTurn(), 'done');
  touch(9, { ListPrice: 234_567 });
  assert.equal(await nextTurn(), 'done');
  const { prices } = await read();
  assert.deepEqual([prices.get(keyOf(8)), prices.get(keyOf(9))], [123_456, 234_567]);
});

test('pages that follow each other have each row once, while rows change, come and go between them', async () => {
  await turn();
  let made = ROWS;
  const gone = new Set<string>();
  const { ids } = await read(BY_KEYS, 'listings?zip=78704', async () => {
    for (const n of someOf(made, 20)) {
      if (!gone.has(keyOf(n)))
        touch(n, { ListPrice: 900_000 - n * 500, OnMarketDate: '2026-11-20' });
    }
    for (const n of someOf(made * 7, 5)) {
      touch(n, { StandardStatus: 'Withdrawn' });
      gone.add(keyOf(n));
    }
    feed.rows.set(keyOf(made), { ...rowOf(made), ModificationTimestamp: iso(t.clock.nowMs()) });
    made += 1;
    assert.equal(await nextTurn(), 'done');
  });
  const stayed = Array.from({ length: ROWS }, (_row, n) => keyOf(n)).filter(
    (key) => !gone.has(key),
  );
  assert.deepEqual(
    stayed.filter((key) => !ids.includes(key)),
    [],
  );
  assert.ok(made > ROWS + 5 && gone.size > 20);
});

test('a stopped pull resumes where it was, and reads no page twice', async () => {
  const stop = new AbortController();
  feed.between = (page) => {
    if (page === 5) stop.abort();
  };
  assert.equal(await takeTurn(t.app, BY_KEYS, stop.signal), 'stopped');
  const { ready, rows } = await state();
  assert.deepEqual([ready, rows], [false, 4 * PAGE]);
  assert.equal(await turn(), 'done');
  assert.equal((await read()).ids.length, ROWS);
  assert.ok(feed.pages <= 5 + 6, `${feed.pages} pages were asked for`);
});

test('two processes take one turn', async () => {
  const turns = await Promise.all([turn(), turn()]);
  assert.deepEqual(turns.sort(), ['done', 'idle']);
  assert.ok(feed.pages <= ROWS / PAGE + 1, `${feed.pages} pages`);
  assert.equal(await turn(), 'idle', 'the next one is not due');
  assert.equal((await read()).ids.length, ROWS);
});

test('a process that has lost its lease stores nothing', async () => {
  feed.between = async (page) => {
    if (page !== 3) return;
    // Its lease ended, and another process has taken the turn.
    feed.between = () => undefined;
    await t.app.db.rows(`update replicas set lease_id = $2 where feed = $1`, [
      BY_KEYS,
      ANOTHER_LEASE,
    ]);
  };
  await turn();
  const { ready, rows } = await state();
  assert.deepEqual([ready, rows], [false, 2 * PAGE]);
  await t.app.db.rows(`update replicas set lease_until = null`);
  assert.equal(await turn(), 'done');
  assert.equal((await read()).ids.length, ROWS);
});

test('a search that waits while a pull moves on is read, and fails where the tables were replaced', async () => {
  await turn();
  const route = SEARCH_ROUTES.find(({ id }) => id === 'mls_listings');
  assert.ok(route !== undefined);
  const { task } = readSearch(t.app, route, 'zip=78704&beds_min=2', 0, [BY_KEYS]);
  assert.ok(task.data);
  touch(60, { ListPrice: 432_100 });
  const read = () => onItsData(t.app, route, task, async () => nextTurn());
  assert.equal(await read(), 'done');
  await t.app.db.rows(`update replicas set origin_hash = 'another' where feed = $1`, [BY_KEYS]);
  await assert.rejects(read, { code: 'collection_unavailable' });
});

test('a listing that is sold moves to the sales, and one that is withdrawn is in neither', async () => {
  await turn();
  touch(21, { StandardStatus: 'Closed', CloseDate: '2026-11-20', ClosePrice: 321_000 });
  touch(22, { StandardStatus: 'Withdrawn' });
  touch(23, { PropertyType: 'Commercial Sale' });
  await nextTurn();
  const { ids } = await read();
  assert.deepEqual(
    [21, 22, 23].map((n) => ids.includes(keyOf(n))),
    [false, false, false],
  );
  const sold = await read(BY_KEYS, 'sold?zip=78704');
  assert.deepEqual(sold.ids, [keyOf(21)]);
});

test('what a seller keeps from display is not shown, and no box or circle finds a hidden address', async () => {
  touch(31, { InternetEntireListingDisplayYN: false });
  touch(32, { InternetAddressDisplayYN: false });
  touch(33, { InternetAddressDisplayYN: 'withheld' });
  await turn();
  const around = [
    'listings?bbox=-97.79,30.22,-97.75,30.26',
    'listings?lat=30.236&lng=-97.774&radius_mi=3',
  ];
  for (const path of around) {
    const { ids } = await read(BY_KEYS, path);
    assert.ok(ids.length > ROWS / 2);
    assert.deepEqual(
      [31, 32, 33].filter((n) => ids.includes(keyOf(n))),
      [],
      path,
    );
  }
  const points = await t.app.db.rows<{ source_id: string }>(
    `select r.source_id from dataset_rows r join imports i using (import_id)
     where i.state = 'current' and x is null order by 1`,
  );
  assert.deepEqual(
    points.map(({ source_id }) => source_id),
    [keyOf(32), keyOf(33)].sort(),
  );
  const { ids, notes } = await read(BY_KEYS, 'listings?zip=78704');
  assert.deepEqual(
    [31, 32, 33].map((n) => ids.includes(keyOf(n))),
    [false, true, true],
  );
  assert.ok(
    notes.some(
      ({ field, detail }) =>
        field === 'data' && /at the request of their sellers/.test(detail ?? ''),
    ),
  );
  const hidden = notes.filter(({ field }) => field === 'location' || field === 'address.line1');
  assert.ok(hidden.length >= 2, JSON.stringify(notes));
});

test('a change that the feed shows late is read all the same', async () => {
  await turn();
  touch(40);
  await nextTurn();
  // It was written two minutes before the newest change, and is shown after that was pulled.
  const late = iso(t.clock.nowMs() - (PULL_S + 121) * 1000);
  feed.write(41, { ModificationTimestamp: late, ListPrice: 777_000 });
  await nextTurn();
  assert.equal((await read()).prices.get(keyOf(41)), 777_000);
});

test('a feed that sends shorter pages than asked for is pulled whole', async () => {
  feed.rowsMax = 37;
  assert.equal(await turn(), 'done');
  assert.equal((await read()).ids.length, ROWS);
});

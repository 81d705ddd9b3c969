import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { addressKey, compareHome, unknownFields, watchedOf } from './watch-changes.js';

const ALL = new Set(['status', 'list_price', 'beds', 'agent_name', 'address']);

test('a field that changed is reported with its old value, others are not', () => {
  const known = { status: 'for_sale', list_price: usd(500_000), beds: 3 };
  const { previous, watched } = compareHome(
    known,
    { status: 'pending', list_price: usd(490_000), beds: 3 },
    ALL,
    0,
  );
  assert.deepEqual(previous, { status: 'for_sale', list_price: usd(500_000) });
  assert.deepEqual(watched, { status: 'pending', list_price: usd(490_000), beds: 3 });
});

test('only the reported fields make a change, and the others are updated', () => {
  const { previous, watched } = compareHome({ beds: 3 }, { beds: 4 }, new Set(['status']), 0);
  assert.equal(previous, null);
  assert.deepEqual(watched, { beds: 4 });
});

test('a null explained by a change of format is not a change, in both directions', () => {
  const unknown = unknownFields([
    { field: 'agent_name', reason: 'unreadable', detail: null },
    { field: 'beds', reason: 'not_reported', detail: null },
  ]);
  const fields = ['agent_name', 'beds'];
  const gone = watchedOf({ agent_name: null, beds: null }, fields, unknown);
  assert.deepEqual(gone, { beds: null });
  const lost = compareHome({ agent_name: 'Ann', beds: 3 }, gone, ALL, 0);
  assert.deepEqual(lost.previous, { beds: 3 });
  assert.deepEqual(lost.watched, { agent_name: 'Ann', beds: null });
  const back = compareHome(lost.watched, { agent_name: 'Ann', beds: null }, ALL, 0);
  assert.equal(back.previous, null);
  const never = compareHome({ beds: 3 }, { agent_name: 'Ann', beds: 3 }, ALL, 0);
  assert.equal(never.previous, null);
});

test('prices that move by less than the least change add up until they are one', () => {
  const first = compareHome(
    { list_price: usd(500_000) },
    { list_price: usd(495_000) },
    ALL,
    10_000,
  );
  assert.equal(first.previous, null);
  const second = compareHome(first.watched, { list_price: usd(489_000) }, ALL, 10_000);
  assert.deepEqual(second.previous, { list_price: usd(500_000) });
  const other = { amount: 495_000, currency: 'CAD' };
  assert.notEqual(
    compareHome({ list_price: usd(495_000) }, { list_price: other }, ALL, 10_000).previous,
    null,
  );
});

test('the order of members and an equal address are not a change', () => {
  const known = { address: { line1: '1 Elm St', unit: null, zip: '78704' } };
  const seen = { address: { zip: '78704', unit: null, line1: '1 Elm St' } };
  assert.equal(compareHome(known, seen, ALL, 0).previous, null);
});

test('a home is known again by street, unit and ZIP, and not where the street is hidden', () => {
  const row = (line1: string, unit: string | null) => ({ address: { line1, unit, zip: '78704' } });
  assert.equal(addressKey(row('1 Elm St', null)), addressKey(row('1 ELM ST ', null)));
  assert.notEqual(addressKey(row('1 Elm St', '2')), addressKey(row('1 Elm St', null)));
  assert.equal(addressKey(row('', '2')), null);
});

test('a list date that moves by one day is not a change, by more it is', () => {
  const fields = new Set(['list_date', 'sold_date']);
  const known = { list_date: '2026-11-03', sold_date: '2026-11-03' };
  const day = compareHome(known, { list_date: '2026-11-04', sold_date: '2026-11-03' }, fields, 0);
  assert.equal(day.previous, null);
  const slow = compareHome(day.watched, { list_date: '2026-11-05' }, fields, 0);
  assert.deepEqual(slow.previous, { list_date: '2026-11-03' });
  const sold = compareHome(known, { sold_date: '2026-11-04' }, fields, 0);
  assert.deepEqual(sold.previous, { sold_date: '2026-11-03' });
});

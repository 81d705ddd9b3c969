import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { deleteOld } from './delete-some.js';
import {
  findSourcePlace,
  keepPlaceAudit,
  keepSourcePlace,
  listPlaceAudits,
} from './source-places.js';

const store = sharedStore();

const ZIP = { form: 'zip', name: '78704' } as const;
const GOOD = {
  status: 'good',
  token: '92656/7',
  label: '78704',
  box: { w: -97_800_000, s: 30_200_000, e: -97_700_000, n: 30_300_000 },
  checked_at: AT,
} as const;
const WRONG = { status: 'wrong', token: null, label: null, box: null, checked_at: AT } as const;

test('a place is stored with its status, and the newest value wins', async () => {
  assert.equal(await findSourcePlace(store.pool, 'portal_a', ZIP), undefined);
  await keepSourcePlace(store.pool, 'portal_a', ZIP, GOOD);
  assert.deepEqual(await findSourcePlace(store.pool, 'portal_a', ZIP), {
    ...GOOD,
    audited: false,
    imported: false,
  });
  await keepSourcePlace(store.pool, 'portal_a', ZIP, { ...GOOD, box: null });
  assert.equal((await findSourcePlace(store.pool, 'portal_a', ZIP))?.box, null);
  await keepSourcePlace(store.pool, 'portal_a', ZIP, WRONG);
  assert.deepEqual(await findSourcePlace(store.pool, 'portal_a', ZIP), {
    ...WRONG,
    audited: false,
    imported: false,
  });
  assert.equal(await findSourcePlace(store.pool, 'portal_b', ZIP), undefined);
});

test('an audit is stored with its place, and a place that misses homes loses its token', async () => {
  const at = (name: string) => ({ form: 'zip', name }) as const;
  for (const name of ['10001', '10002']) {
    await keepSourcePlace(store.pool, 'portal_a', at(name), GOOD);
  }
  await keepPlaceAudit(store.pool, 'portal_a', at('10001'), { homes: 40, outside: 0 }, AT);
  await keepPlaceAudit(store.pool, 'portal_a', at('10002'), { homes: 60, outside: 2 }, AT);
  const sound = await findSourcePlace(store.pool, 'portal_a', at('10001'));
  assert.deepEqual(sound, { ...GOOD, audited: true, imported: false });
  const leaky = await findSourcePlace(store.pool, 'portal_a', at('10002'));
  assert.deepEqual([leaky?.status, leaky?.token, leaky?.audited], ['leaks', null, true]);
  assert.deepEqual(await listPlaceAudits(store.pool), [
    { source: 'portal_a', audits: 2, homes: 100, outside: 2 },
  ]);
  await keepSourcePlace(store.pool, 'portal_a', at('10001'), GOOD);
  const again = await findSourcePlace(store.pool, 'portal_a', at('10001'));
  assert.equal(again?.audited, false, 'a new token is not audited');
});

test('a status without its token is rejected', async () => {
  await assert.rejects(
    keepSourcePlace(store.pool, 'portal_a', ZIP, { ...WRONG, status: 'good' }),
    /source_places/,
  );
});

test('a place that was not checked for long is removed', async () => {
  await keepSourcePlace(store.pool, 'portal_a', { form: 'city', name: 'TX|austin' }, GOOD);
  const later = new Date(AT.getTime() + 1);
  assert.equal(await deleteOld(store.pool, 'source_places', AT, 10), 0);
  assert.ok((await deleteOld(store.pool, 'source_places', later, 10)) >= 1);
  assert.equal(
    await findSourcePlace(store.pool, 'portal_a', { form: 'city', name: 'TX|austin' }),
    undefined,
  );
});

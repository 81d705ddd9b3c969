/** What an operator corrects of homes: links that can be taken back, and erasure. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Ask, asking } from '../support/ask-admin.js';
import { expectApiError } from '../support/expect.js';
import { type HomeRow, homeOf, membersOf, rowsOf } from '../support/homes.js';
import { sharedApp } from '../support/open-test-app.js';

const OPERATOR = { 'rowhouse-operator': 'ada' };
const UNKNOWN = '00000000-0000-8000-8000-000000000000';

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
let ask: Ask;
let key: string;
let rows: readonly [HomeRow, HomeRow, ...HomeRow[]];
before(async () => {
  ask = asking(t);
  key = (await t.account()).api_key;
  rows = await rowsOf(t, key);
});

const post = (path: string, body: object = {}) => ask('POST', `/homes/${path}`, body, OPERATOR);

async function done(path: string, body?: object) {
  const { status, json } = await post(path, body);
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

async function rejected(path: string, body: object, status: number, words: RegExp) {
  const answer = await post(path, body);
  assert.equal(answer.status, status, JSON.stringify(answer.json));
  assert.match(answer.json.error.message, words);
}

/** The entries of the audit log about homes, oldest first. */
async function audited() {
  const { json } = await ask('GET', '/audit');
  const entries = json.entries as readonly Readonly<Record<string, unknown>>[];
  return entries
    .filter(({ action }) => String(action).startsWith('home.'))
    .map(({ operator, action, subject, before, after }) => ({
      operator,
      action,
      subject,
      before,
      after,
    }))
    .reverse();
}

test('a link makes two homes one from either id, once, and taking it back leaves what was before', async () => {
  const [a, b] = [rows[0].extras.home_id, rows[1].extras.home_id];
  const [ofA, ofB] = [await membersOf(t, key, a), await membersOf(t, key, b)];
  const entries = (await audited()).length;
  const body = { other_id: b.toUpperCase(), why: 'the same gate, seen on the site plan' };
  assert.deepEqual(await done(`${a}/link`, body), { home_id: a, other_id: b, result: 'linked' });
  assert.equal((await done(`${b}/link`, { ...body, other_id: a })).result, 'was linked before');
  const corrected = (members: readonly string[]) =>
    members.map((one) => one.replace(/ address$/, ' correction'));
  assert.deepEqual(await membersOf(t, key, a), [...ofA, ...corrected(ofB)]);
  assert.deepEqual(await membersOf(t, key, b), [...ofB, ...corrected(ofA)]);
  const { links } = (await ask('GET', '/homes/links')).json;
  const [low, high] = [a, b].sort();
  assert.deepEqual([links.length, links[0].home_id, links[0].other_id], [1, low, high]);
  assert.deepEqual([links[0].why, Date.parse(links[0].at) <= t.clock.nowMs()], [body.why, true]);
  assert.equal((await done(`${b}/unlink`, { other_id: a })).result, 'unlinked');
  assert.deepEqual([await membersOf(t, key, a), await membersOf(t, key, b)], [ofA, ofB]);
  assert.deepEqual((await ask('GET', '/homes/links')).json.links, []);
  await rejected(`${a}/unlink`, { other_id: b }, 404, /not linked.*homes links/);
  assert.deepEqual((await audited()).slice(entries), [
    {
      operator: 'ada',
      action: 'home.link',
      subject: a,
      before: null,
      after: { other_id: b, why: body.why },
    },
    {
      operator: 'ada',
      action: 'home.unlink',
      subject: b,
      before: { other_id: a, why: body.why },
      after: null,
    },
  ]);
});

test('a link of one id twice, of unseen homes or without a reason is rejected in words, and changes nothing', async () => {
  const a = rows[0].extras.home_id;
  const entries = (await audited()).length;
  const why = 'why';
  await rejected(`${a}/link`, { other_id: a.toUpperCase(), why }, 404, /Both ids are the same/);
  await rejected(`${a}/link`, { other_id: UNKNOWN, why }, 404, /^00000000.*is known/);
  await rejected(`${UNKNOWN}/link`, { other_id: a, why }, 404, /^00000000.*is known/);
  await rejected(`${a}/link`, { other_id: 'x', why }, 404, /No home with this id/);
  await rejected(`x/link`, { other_id: a, why }, 404, /No home with this id/);
  await rejected(`${a}/link`, { other_id: UNKNOWN, why: '' }, 400, /^--why must be 1 to 200/);
  await rejected(`${a}/link`, { other_id: UNKNOWN }, 400, /^--why is missing/);
  assert.deepEqual((await ask('GET', '/homes/links')).json.links, []);
  assert.equal((await audited()).length, entries);
});

test('an erased home is gone with its states and reports, alone, and stored results stay', async () => {
  const [erased, kept] = [rows[0].extras.home_id, rows[1].extras.home_id];
  const members = (await membersOf(t, key, erased)).length;
  const before = await counted(rows[0].source_id);
  assert.deepEqual([before.members, before.reports > 0], [members, true]);
  const entries = (await audited()).length;
  assert.deepEqual(await done(`${erased.toUpperCase()}/erase`), {
    home_id: erased,
    members_erased: members,
  });
  expectApiError(await homeOf(t, key, erased), 'home_not_found');
  assert.deepEqual(await counted(rows[0].source_id), { members: 0, observations: 0, reports: 0 });
  assert.equal((await membersOf(t, key, kept)).length, 1);
  const again = await done(`${erased}/erase`);
  assert.deepEqual([again.members_erased, /had this id/.test(again.warning)], [0, true]);
  const entry = { operator: 'ada', action: 'home.erase', subject: erased, after: null };
  assert.deepEqual((await audited()).slice(entries), [
    { ...entry, before: { members } },
    { ...entry, before: { members: 0 } },
  ]);
  const stored = await t.settled('/v1/portal_a/listings?zip=78704', key);
  assert.match(stored.body, new RegExp(`"${erased}"`));
});

test('the stored data of one id at a source is erased, in all kinds', async () => {
  const { source_id, extras } = rows[1];
  assert.deepEqual(await done('erase', { source: 'portal_a', source_id }), {
    source: 'portal_a',
    source_id,
    members_erased: 1,
  });
  assert.equal((await counted(source_id)).members, 0);
  expectApiError(await homeOf(t, key, extras.home_id), 'home_not_found');
  const again = await done('erase', { source: 'portal_a', source_id });
  assert.deepEqual([again.members_erased, /had this id/.test(again.warning)], [0, true]);
  await rejected(
    'erase',
    { source: 'nowhere', source_id },
    404,
    /No source has this name\. The sources/,
  );
  await rejected('erase', { source: 'portal_a' }, 400, /^--source-id is missing/);
  const [last] = (await audited()).slice(-1);
  assert.equal(last?.subject, `portal_a/${source_id}`);
});

test('a home that is kept out is not recorded again, by its id or by one at a source, until it is allowed', async () => {
  const [home, other] = [rows[2] ?? assert.fail(), rows[3] ?? assert.fail()];
  const entries = (await audited()).length;
  const id = home.extras.home_id;
  const named = { source: 'portal_a', source_id: other.source_id };
  const readAgain = async () => {
    t.clock.advance(60_000);
    await t.settled('/v1/portal_a/listings?zip=78704', key, { 'cache-control': 'no-cache' });
    return [
      (await counted(home.source_id)).members,
      (await counted(home.source_id)).reports > 0,
      (await counted(other.source_id)).members,
    ];
  };
  assert.equal((await done(`${id.toUpperCase()}/keep-out`)).result, 'kept out');
  assert.equal((await done(`${id}/keep-out`)).result, 'was kept out before');
  assert.deepEqual(await done('keep-out', named), { ...named, result: 'kept out' });
  await done(`${id}/erase`);
  await done('erase', named);
  assert.deepEqual(await readAgain(), [0, false, 0]);
  const { kept_out } = (await ask('GET', '/homes/kept-out')).json;
  const shown = (kept_out as readonly Record<string, string>[]).map(({ at: _at, ...one }) => one);
  assert.deepEqual(
    shown.sort((a, b) => String(a.source).localeCompare(String(b.source))),
    [
      { home_id: id, source: null, source_id: null },
      { home_id: null, ...named },
    ],
  );
  assert.deepEqual(await done(`${id}/allow`), { home_id: id, result: 'allowed' });
  assert.deepEqual(await readAgain(), [1, true, 0]);
  await done('allow', named);
  assert.deepEqual(await readAgain(), [1, true, 1]);
  await rejected(`${id}/allow`, {}, 404, /^It is not kept out\..*homes kept-out/);
  await rejected('keep-out', { source: 'nowhere', source_id: '1' }, 404, /No source has this name/);
  await rejected('x/keep-out', {}, 404, /No home with this id/);
  assert.deepEqual(
    (await audited()).slice(entries).map(({ action, subject }) => [action, subject]),
    [
      ['home.keep_out', id],
      ['home.keep_out', `portal_a/${other.source_id}`],
      ['home.erase', id],
      ['home.erase', `portal_a/${other.source_id}`],
      ['home.allow', id],
      ['home.allow', `portal_a/${other.source_id}`],
    ],
  );
});

/** What the store has of an id. */
async function counted(sourceId: string) {
  const count = async (table: string) =>
    (await t.app.db.rows(`select 1 from ${table} where source_id = $1`, [sourceId])).length;
  return {
    members: await count('home_members'),
    observations: await count('home_observations'),
    reports: await count('home_reports'),
  };
}

/** Who shows many homes, in one answer: the same as each of them alone says. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { HOMES_ASKED_MAX } from '#contract/homes.js';
import type { HomeBody, HomeMembersBody } from '#contract/operations/homes.js';
import { asking } from '../support/ask-admin.js';
import { expectApiError } from '../support/expect.js';
import { homeOf, rowsOf } from '../support/homes.js';
import { sharedApp } from '../support/open-test-app.js';
import { expectDocumented } from '../support/openapi-check.js';

const UNKNOWN = '00000000-0000-8000-8000-000000000000';
const PATHS = [
  '/v1/portal_a/listings?zip=78704',
  '/v1/portal_a/sold?zip=78704&sold_within_days=365',
  '/v1/portal_b/sold?zip=78704&sold_within_days=365',
];

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
let key: string;
let ids: readonly string[];
before(async () => {
  key = (await t.account({ extra_credits: 100 })).api_key;
  const found = new Set<string>();
  for (const path of PATHS) {
    for (const row of await rowsOf(t, key, path)) found.add(row.extras.home_id);
  }
  ids = [...found];
});

const ask = (text: string) => t.get(`/v1/homes/members?home_ids=${encodeURIComponent(text)}`, key);

async function members(asked: readonly string[]): Promise<HomeMembersBody> {
  const answer = await ask(asked.join(','));
  assert.equal(answer.statusCode, 200, answer.body);
  expectDocumented('/v1/homes/members', answer);
  return answer.json<HomeMembersBody>();
}

const alone = async (id: string) => {
  const { home_id, members: shown, disagreements } = (await homeOf(t, key, id)).json<HomeBody>();
  return { home_id, members: shown, disagreements };
};

test('each of many homes has the members and the disagreements that it has alone', async () => {
  const homes = [];
  for (let at = 0; at < ids.length; at += HOMES_ASKED_MAX) {
    const part = await members(ids.slice(at, at + HOMES_ASKED_MAX));
    assert.deepEqual(part.unknown, []);
    homes.push(...part.homes);
  }
  const each = [];
  for (const id of ids) each.push(await alone(id));
  assert.deepEqual(homes, each);
  const several = homes.filter(
    (home) => new Set(home.members.map(({ source }) => source)).size > 1,
  );
  assert.ok(several.length > 10 && several.length < homes.length, `${several.length} on both`);
});

test('a member says what its source shows now, and no status or price once it is removed', async () => {
  const [row] = await rowsOf(t, key);
  const shown = row as unknown as Record<string, unknown> & typeof row;
  const read = async () => {
    const { homes } = await members([row.extras.home_id]);
    return homes[0]?.members.find(
      ({ source_id, kind }) => source_id === row.source_id && kind === 'listings',
    );
  };
  const now = await read();
  for (const field of ['status', 'beds', 'baths', 'living_area_sqft', 'property_type'] as const) {
    assert.deepEqual(now?.[field], shown[field], field);
  }
  assert.deepEqual([now?.price, now?.rent_monthly], [shown.list_price, null]);
  await t.app.db.rows(`update home_members set removed_at = last_seen_at where source_id = $1`, [
    row.source_id,
  ]);
  const removed = await read();
  assert.deepEqual([removed?.status, removed?.price, removed?.beds], [null, null, shown.beds]);
});

test('ids come back in the requested order, once, whatever their case; unknown ones are separate', async () => {
  const [a = '', b = ''] = ids;
  const { homes, unknown } = await members([b, UNKNOWN, a.toUpperCase(), b]);
  assert.deepEqual(
    homes.map(({ home_id }) => home_id),
    [b, a],
  );
  assert.deepEqual(unknown, [UNKNOWN]);
});

test("an operator's link joins homes in one answer as it does in that of each", async () => {
  const [a = '', b = '', c = ''] = ids;
  const admin = asking(t);
  const operator = { 'rowhouse-operator': 'ada' };
  for (const [from, to] of [
    [a, b],
    [b, c],
  ]) {
    const sent = { other_id: to, why: 'one house, three spellings' };
    assert.equal((await admin('POST', `/homes/${from}/link`, sent, operator)).status, 200);
  }
  const { homes } = await members([c, a]);
  assert.deepEqual(homes, [await alone(c), await alone(a)]);
  assert.ok(homes.every((home) => home.members.some(({ level }) => level === 'correction')));
});

test('an invalid list of ids, and one that is too long, are clear errors', async () => {
  const many = Array.from({ length: HOMES_ASKED_MAX + 1 }, (_, at) =>
    UNKNOWN.replace(/000$/, `${100 + at}`),
  );
  for (const text of ['', ',', 'x', `${UNKNOWN},`, many.join(',')]) {
    expectApiError(await ask(text), 'unsupported_or_invalid_query', 'home_ids');
  }
  const none = await t.get('/v1/homes/members', key);
  expectApiError(none, 'unsupported_or_invalid_query', 'home_ids');
  assert.deepEqual((await members(many.slice(1))).unknown.length, HOMES_ASKED_MAX);
});

/** Comparables among more sales that sources show than one question reads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparablesBody } from '#contract/operations/comparables.js';
import { sharedApp } from '../support/open-test-app.js';

const AT = { lat: 39.74, lng: -104.95 };
/** More than one question reads. */
const MANY = 1_250;

const t = sharedApp({ limits: { READ_AHEAD: 0 } });

interface Sales {
  readonly name: string;
  readonly count: number;
  readonly type: string;
  readonly age: number;
  /** Degrees. */
  readonly east: number;
}

/** Sales of one age and type that a source shows, on one spot. */
async function show({ name, count, type, age, east }: Sales): Promise<void> {
  const at = new Date(t.clock.nowMs());
  const values = [t.app.client.origin('portal_b'), name, count, at];
  await t.app.db.rows(
    `insert into home_members (source, kind, source_id, home_id, building_id, zip, number, street, unit, address,
       source_url, lat, lng, property_type, beds, baths, living_area_sqft, year_built, state_since, first_seen_at,
       last_seen_at, seen_on, digest)
     select $1, 'sold', $2::text || n, gen_random_uuid(), gen_random_uuid(), '80206', n::text, 'OAK ST', '',
       json_build_object('line1', n || ' Oak St', 'unit', null, 'city', 'Denver', 'state', 'CO', 'zip', '80206'),
       'https://homes.example.invalid/1', $5, $6, $7, 3, 2, 1400 + n % 200, 1950,
       $4::timestamptz, $4::timestamptz, $4::timestamptz, $4::timestamptz::date, 'none'
     from generate_series(1, $3::integer) as n`,
    [...values, AT.lat * 1e6, Math.round((AT.lng + east) * 1e6), type],
  );
  await t.app.db.rows(
    `insert into home_reports (source, source_id, event, date, price_cents, disclosure, seen_on)
     select $1, $2::text || n, 'sold', $4::timestamptz::date - $5::integer, 35000000 + n * 1000, 'public_record',
       $4::timestamptz::date
     from generate_series(1, $3::integer) as n`,
    [...values, age],
  );
}

test('the nearest sales of the type are used, however many newer or other ones sources show', async () => {
  await show({ name: 'near', count: 60, type: 'single_family', age: 200, east: 0.002 });
  await show({ name: 'far', count: MANY, type: 'single_family', age: 5, east: 0.02 });
  await show({ name: 'flat', count: MANY, type: 'condo', age: 5, east: 0.001 });
  const { api_key } = await t.account();
  const answer = await t.server.inject({
    method: 'POST',
    url: '/v1/comparables',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    payload: { ...AT, property_type: 'single_family', beds: 3, baths: 2, living_area_sqft: 1_500 },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const { comparables, estimate_reason } = answer.json<ComparablesBody>();
  assert.equal(estimate_reason, null);
  const near = comparables.filter(({ source_id }) => source_id.startsWith('near'));
  assert.ok(near.length > comparables.length / 2, `${near.length} of ${comparables.length}`);
});

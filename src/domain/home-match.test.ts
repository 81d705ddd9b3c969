import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HomeMember } from './home.js';
import { identityOf } from './home-key.js';
import { type Candidates, contradictionOf, matchHome } from './home-match.js';

const AT = new Date('2026-11-01T00:00:00Z');
const NONE: Candidates = { own: [], linked: [], onParcels: [], near: [] };
let count = 0;

/** A member at an address, each with an id of its own. */
function member(
  line1: string,
  more: Partial<HomeMember> & { readonly shown?: string } = {},
): HomeMember {
  const { shown = null, ...rest } = more;
  const identity = identityOf({ line1, unit: shown, zip: '78704' }, null);
  assert.ok(typeof identity !== 'string', line1);
  count += 1;
  return {
    ...identity,
    source: 'portal_a',
    kind: 'listings',
    source_id: `id-${count}`,
    feed: null,
    address: { line1, unit: shown, city: 'Austin', state: 'TX', zip: '78704' },
    source_url: 'https://homes.example/1',
    lat: 30.25,
    lng: -97.76,
    property_type: 'single_family',
    beds: 3,
    baths: 2,
    living_area_sqft: 1_800,
    year_built: 1990,
    parcel: null,
    status: 'for_sale',
    price_cents: 50_000_000,
    list_date: null,
    state_since: AT,
    removed_at: null,
    first_seen_at: AT,
    last_seen_at: AT,
    ...rest,
  };
}

test('facts that contradict refuse; unknown ones neither confirm nor refuse', () => {
  const home = member('12 Oak St');
  const other = (facts: Partial<HomeMember>) => contradictionOf(home, { ...home, ...facts });
  assert.equal(other({ property_type: 'land' }), 'property_type');
  assert.equal(other({ property_type: 'condo' }), null);
  assert.equal(other({ property_type: null }), null);
  assert.equal(other({ living_area_sqft: 2_500 }), 'living_area_sqft');
  assert.equal(other({ living_area_sqft: 2_300 }), null);
  assert.equal(other({ living_area_sqft: null }), null);
  assert.equal(other({ year_built: 1994 }), 'year_built');
  assert.equal(other({ year_built: 1993 }), null);
  assert.equal(other({ lat: 30.26 }), 'location');
  assert.equal(other({ lat: 30.2505 }), null);
  assert.equal(other({ lat: null, lng: null }), null);
});

test('members of one key are one home; the one that contradicts stays apart, and by what', () => {
  const own = [
    member('12 Oak St'),
    member('12 Oak Street', { source: 'portal_b', beds: 4 }),
    member('12 Oak St', { source: 'mls', living_area_sqft: 900 }),
  ];
  const { members, possible } = matchHome({ ...NONE, own });
  assert.deepEqual(
    members.map(({ member: { source }, level }) => [source, level]),
    [
      ['portal_a', 'address'],
      ['portal_b', 'address'],
    ],
  );
  assert.deepEqual(
    possible.map(({ reason, detail }) => [reason, detail]),
    [['contradiction', 'living_area_sqft: 900 and 1800']],
  );
});

test('a parcel joins other spellings, but not other units, and not where it holds many addresses', () => {
  const parcel = '48453:0101';
  const own = [member('12 Oak St', { parcel })];
  const corner = member('900 Elm Ave', { source: 'records', parcel });
  const unit = member('12 Oak St', { source: 'records', parcel, shown: '#2' });
  const joined = matchHome({ ...NONE, own, onParcels: [...own, corner, unit] });
  assert.deepEqual(
    joined.members.map(({ member: { source_id }, level }) => [source_id, level]),
    [
      [own[0]?.source_id, 'address'],
      [corner.source_id, 'parcel'],
    ],
  );
  const more = ['14 Oak St', '16 Oak St', '18 Oak St'].map((line) => member(line, { parcel }));
  const development = matchHome({ ...NONE, own, onParcels: [...own, corner, ...more] });
  assert.equal(development.members.length, 1);
});

test('sales of a file without streets are one home by their parcel', () => {
  const parcel = '53033:7129300520';
  const identity = identityOf({ line1: '', unit: null, zip: '98178' }, parcel);
  assert.ok(typeof identity !== 'string');
  const sale = () => ({ ...member('12 Oak St', { parcel, kind: 'sold' }), ...identity });
  const { members } = matchHome({ ...NONE, own: [sale(), sale()] });
  assert.deepEqual(
    members.map(({ level }) => level),
    ['parcel', 'parcel'],
  );
});

test('an address without its unit is possible where place and facts agree and one unit fits', () => {
  const own = [member('12 Oak St', { shown: '#4' })];
  const bare = member('12 Oak St', { source: 'auction', living_area_sqft: 1_820 });
  const [found] = matchHome({ ...NONE, own, near: [...own, bare] }).possible;
  assert.deepEqual([found?.member.source_id, found?.reason], [bare.source_id, 'unit_missing']);
  const far = member('12 Oak St', { source: 'auction', lat: 30.2503 });
  const smaller = member('12 Oak St', { source: 'auction', living_area_sqft: 1_700 });
  const unknown = member('12 Oak St', { source: 'auction', beds: null });
  const sibling = member('12 Oak St', { shown: '#5' });
  const possible = (near: HomeMember[]) => matchHome({ ...NONE, own, near }).possible;
  assert.deepEqual(possible([...own, far]), []);
  assert.deepEqual(possible([...own, smaller]), []);
  assert.deepEqual(possible([...own, unknown]), []);
  // Two units of the building fit: neither is more likely.
  assert.deepEqual(possible([...own, sibling, bare]), []);
  // Two units are two homes, however alike.
  assert.deepEqual(possible([...own, sibling]), []);
});

test('a direction or a suffix that one address lacks is possible; another one is another home', () => {
  const own = [member('12 N Oak St')];
  const reasons = (line: string, more: Partial<HomeMember> = {}) =>
    matchHome({ ...NONE, own, near: [...own, member(line, more)] }).possible.map(
      ({ reason, detail }) => `${reason} ${detail}`,
    );
  assert.deepEqual(reasons('12 Oak St'), ['direction_or_suffix_missing N']);
  assert.deepEqual(reasons('12 N Oak'), ['direction_or_suffix_missing ST']);
  assert.deepEqual(reasons('12 S Oak St'), []);
  assert.deepEqual(reasons('12 N Oak Ave'), []);
  assert.deepEqual(reasons('12 Oak St', { lat: 30.2506 }), []);
  assert.deepEqual(reasons('12 N Elm St'), []);
});

test("an operator's link joins homes even if their facts contradict", () => {
  const own = [member('12 Oak St')];
  const linked = [member('14 Oak St', { year_built: 2020 })];
  const { members, possible } = matchHome({ ...NONE, own, linked });
  assert.deepEqual(
    members.map(({ level }) => level),
    ['address', 'correction'],
  );
  assert.deepEqual(possible, []);
});

test('rows without a unit in a building with units are merged only where one unit fits them', () => {
  const near = [
    member('12 Oak St', { shown: '#4' }),
    member('12 Oak St', { shown: '#5', beds: 1 }),
  ];
  const bare = [member('12 Oak St'), member('12 Oak St', { source: 'auction' })];
  const unlike = member('12 Oak St', { source: 'records', beds: null });
  const merged = (own: HomeMember[], others: HomeMember[]) =>
    matchHome({ ...NONE, own, near: [...others, ...own] }).members.length;
  assert.equal(merged(bare, near), 2);
  assert.equal(merged([...bare, unlike], near), 2);
  assert.equal(merged(bare, [...near, member('12 Oak St', { shown: '#6' })]), 1);
  assert.equal(merged([...bare, unlike], []), 3);
});

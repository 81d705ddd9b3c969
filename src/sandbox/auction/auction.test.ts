import assert from 'node:assert/strict';
import { test } from 'node:test';
import { midnightMs, zoneOf } from '../data/calendar.js';
import { addressOf } from '../data/names.js';
import { portalId } from '../data/synthetic-data.js';
import { ALBUQUERQUE, expectEqualBytes, HOUSTON } from '../few-zips.test.js';
import { boxOf, idsOf, open, QUESTION, type Row } from './open-auction.test.js';

const MIDNIGHT_HOURS = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((hour) => hour * 3_600_000));

test('the auction portal answers an equal request with equal bytes', () =>
  expectEqualBytes(open, (portal) => portal.seek(ALBUQUERQUE, { limit: 30, offset: 30 })));

test('an operation without a name is refused under status 200, whatever name it has is not', async () => {
  const { ask, send } = open(0);
  const box = { geo_location_box: boxOf(ALBUQUERQUE) };
  for (const answer of [
    await ask(box, ''),
    await ask({ ...box, limit: 501 }),
    await send({ query: '{ seek_listings_from_filters { total_count } }' }),
    await send('no json'),
  ]) {
    assert.equal(answer.data, null);
    assert.equal(answer.errors?.[0]?.extensions.code, 'GRAPH_RESILIENCY_ERROR');
  }
  assert.notEqual((await ask(box, 'anything')).data, null);
  for (const filters of [
    { geo_location_box: '1,2,3' },
    { geo_location_box: '35.2,-106.6,35,-106.4' },
    { ...box, limit: 0 },
    { ...box, offset: -1 },
  ]) {
    assert.equal((await ask(filters)).errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
});

test('a page of the auction portal has at most 500 rows, and its total is the whole', async () => {
  const { seek, groundTruth } = open(40_000);
  const ids = await groundTruth({ ...QUESTION, ...HOUSTON });
  assert.ok(ids.length > 600);
  const first = await seek(HOUSTON);
  assert.equal(first.content.length, 500);
  assert.deepEqual(
    [first.size, first.current_page, first.total_count, first.total_pages],
    [500, 0, ids.length, Math.ceil(ids.length / 500)],
  );
  const second = await seek(HOUSTON, { offset: 500 });
  assert.equal(second.current_page, 1);
  assert.deepEqual(idsOf([...first.content, ...second.content]).slice(0, 1_000).length, ids.length);
  const past = await seek(HOUSTON, { offset: 5_000 });
  assert.deepEqual([past.content.length, past.total_count], [0, ids.length]);
});

test('the ground truth of the auction portal is the union of its pages, in a closed box', async () => {
  const { all, groundTruth } = open(0);
  const rows = await all(ALBUQUERQUE, 40);
  const ids = await groundTruth(QUESTION);
  assert.ok(ids.length > 80);
  assert.deepEqual(idsOf(rows), ids);
  const { lon, lat } = pointOf(rows[3]!);
  for (const box of [
    { west: lon, south: lat, east: -106.4, north: 35.2 },
    { west: -106.6, south: 35, east: lon, north: lat },
  ]) {
    const found = await all(box);
    assert.ok(idsOf(found).includes(rows[3]!.listing_id));
    assert.deepEqual(idsOf(found), await groundTruth({ ...QUESTION, ...box }));
  }
});

const pointOf = (row: Row) => {
  const address = row.primary_property.summary['address'];
  return (address as { coordinates: { lon: number; lat: number } }).coordinates;
};

test('every state of a sale shows, and closed sales only on request', async () => {
  const { all } = open(0);
  const active = new Set((await all(ALBUQUERQUE)).map((row) => row.listing_status));
  assert.deepEqual([...active].sort(), ['AUCTION_IN_PROGRESS', 'SALE_PENDING', 'SALE_POSTPONED']);
  const every = await all(ALBUQUERQUE, 500, { listing_type: 'all' });
  const closed = every.filter((row) => row.listing_status === 'AUCTION_CLOSED');
  assert.ok(closed.length > 5);
  assert.ok(closed.every((row) => row['listing_status_group'] === 'INACTIVE'));
});

test('the soonest sale comes first, and what has no date last', async () => {
  const { all } = open(0);
  const sort = 'auction_date_order,resi_sort_v2';
  const rows = await all(ALBUQUERQUE, 50, { sort });
  const times = rows.map(
    (row) => row.auction.visible_auction_start_date_time ?? row.auction.start_date ?? '~',
  );
  assert.deepEqual(times, [...times].sort());
  assert.ok(times.includes('~'));
  assert.deepEqual(idsOf(rows), idsOf(await all(ALBUQUERQUE)));
});

test('a start date is a local midnight, unless it has to carry the hour as well', async () => {
  const { all } = open(0);
  const dated = (await all(ALBUQUERQUE)).filter((row) => row.auction.start_date !== null);
  let hours = 0;
  for (const { auction, venue } of dated) {
    const start = Date.parse(String(auction.start_date));
    const day = Math.floor(start / 86_400_000);
    if (auction.visible_auction_start_date_time === undefined) {
      hours += 1;
      assert.ok(!MIDNIGHT_HOURS.has(start % 86_400_000));
    } else {
      assert.equal(start, midnightMs(day, zoneOf('NM')));
      assert.ok(Date.parse(String(auction.visible_auction_start_date_time)) > start);
    }
    assert.equal(auction['end_date'] === null, venue.venue_type === 'LIVE');
    assert.equal(auction['is_online'], venue.venue_type === 'ONLINE');
  }
  assert.ok(hours / dated.length > 0.04 && hours / dated.length < 0.2);
});

test('what is missing is 0 or an empty text, and most starting bids are missing', async () => {
  const { all } = open(0);
  const rows = await all(ALBUQUERQUE);
  for (const name of ['total_bedrooms', 'total_bathrooms', 'square_footage', 'year_built']) {
    const values = rows.map((row) => row.primary_property.summary[name]);
    assert.ok(values.includes(0) && values.includes(''), name);
    assert.ok(values.filter((value) => value === 0 || value === '').length < rows.length / 2);
  }
  const bids = rows.map((row) => row.auction['starting_bid']);
  const known = bids.filter((bid) => typeof bid === 'number' && bid > 0);
  assert.ok(known.length / bids.length > 0.2 && known.length / bids.length < 0.5);
  assert.ok(bids.includes(null) && bids.includes('') && bids.includes(0));
  const kinds = new Set(
    rows.map((row) => String((row['listing_configuration'] as Row)['product_type'])),
  );
  assert.deepEqual([...kinds].sort(), [
    'BANK_OWNED',
    'GOVERNMENT_OWNED',
    'PRIVATE_SELLER',
    'TRUSTEE',
  ]);
  const lots = rows.map((row) => Number(row.primary_property.summary['lot_size']));
  assert.ok(lots.some((lot) => lot > 0 && lot < 20) && lots.some((lot) => lot > 500));
});

test('a running online sale has bids', async () => {
  const { all } = open(0);
  const running = (await all(ALBUQUERQUE)).filter(
    (row) => row.listing_status === 'AUCTION_IN_PROGRESS' && row.auction['is_online'] === true,
  );
  const segments = running.map((row) => row['selling_method'] as Record<string, unknown>);
  assert.ok(segments.some((segment) => Number(segment['bid_count']) > 0));
});

test('a share of the trustee sales is listed in a second channel too, where that is set', async () => {
  const [once, twice] = [
    await open(0).all(ALBUQUERQUE),
    await open(0, { channels: 0.5 }).all(ALBUQUERQUE),
  ];
  const channelOf = (row: Row) =>
    (row['listing_configuration'] as Record<string, unknown>)['trustee_sales_channel'];
  const others = twice.filter(({ listing_id }) => !idsOf(once).includes(listing_id));
  assert.ok(others.length > 5 && twice.length === once.length + others.length);
  for (const other of others) {
    const [line] = other.formatted_address;
    const first = once.find(({ formatted_address }) => formatted_address[0] === line);
    assert.ok(first !== undefined && channelOf(first) !== channelOf(other));
    assert.equal(first.auction['auction_date'], other.auction['auction_date']);
  }
});

test('the auction portal writes streets in capitals, counties without the word', async () => {
  const { all, data } = open(0);
  const homes = [...data.homesIn(ALBUQUERQUE, 'listings')];
  const byId = new Map(homes.map((home) => [String(portalId(home, 'auction')), home]));
  for (const { listing_id, seller_property, formatted_address } of await all(ALBUQUERQUE)) {
    const home = byId.get(listing_id) ?? assert.fail('an unknown home');
    const { line1 } = addressOf(home);
    const street = String(seller_property['street_description']);
    assert.equal(street, street.toUpperCase());
    assert.equal(street.split(' ')[0], line1.split(' ')[0]);
    assert.ok(formatted_address[0]?.startsWith(line1));
    assert.equal(formatted_address[1], 'Albuquerque, NM 87112, Bernalillo County');
    assert.equal(seller_property['country_secondary_subdivision'], 'Bernalillo');
  }
});

test('a last page may carry rows from outside the box, which are not counted', async () => {
  const { seek, groundTruth } = open(0, { relaxed: 1 });
  const west = { ...ALBUQUERQUE, east: -106.5117 };
  const ids = await groundTruth({ ...QUESTION, ...west });
  const { content, total_count } = await seek(west);
  assert.equal(total_count, ids.length);
  assert.ok(content.length > ids.length && content.length <= ids.length + 2);
  const inside = new Set(ids);
  assert.equal(content.filter((row) => inside.has(row.listing_id)).length, ids.length);
});

test('an auction draws nearer, is held, and is offered again or closed', async () => {
  const { all, clock } = open(0);
  const seen = new Map<string, Set<string>>();
  for (let day = 0; day < 90; day += 1) {
    for (const row of await all(ALBUQUERQUE, 500, { listing_type: 'all' })) {
      const states = seen.get(row.listing_id) ?? new Set();
      seen.set(row.listing_id, states.add(row.listing_status));
    }
    clock.passDays(1);
  }
  const through = [...seen.values()].filter(
    (states) => states.has('SALE_PENDING') && states.has('AUCTION_IN_PROGRESS'),
  );
  assert.ok(through.length > seen.size / 3);
});

test('a state, a county and a city are requested by name, ignoring case', async () => {
  const { ask, groundTruth } = open(200);
  const found = async (filters: object) => {
    const { data } = await ask({ listing_type: 'active', version: 1, limit: 500, ...filters });
    return idsOf(data?.seek_listings_from_filters.content ?? []);
  };
  const ids = await groundTruth(QUESTION);
  for (const filters of [
    { property_state: 'NM' },
    { property_state: 'nm', property_county: 'BERNALILLO' },
    { property_state: 'NM', property_city: 'Albuquerque' },
  ]) {
    assert.deepEqual(await found(filters), ids);
  }
  assert.deepEqual(await found({ property_state: 'NM', property_county: 'Taos' }), []);
  assert.deepEqual(await found({ property_state: 'TX', property_city: 'Albuquerque' }), []);
  assert.ok((await found({})).length > ids.length);
});

test('a box is not a filter unless the portal is set to support it', async () => {
  const { ask } = open(0, { boxes: false });
  const answer = await ask({ geo_location_box: boxOf(ALBUQUERQUE), limit: 500 });
  assert.equal(answer.errors?.[0]?.extensions.code, 'GRAPHQL_VALIDATION_FAILED');
});

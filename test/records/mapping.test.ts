/** What mappings read of files: mistakes in them, the ready ones, values that no table holds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileOf, importInto, readyMapping } from '../support/import-file.js';
import { chain, rejected, salesFile, sharedSales } from '../support/sales.js';

const sales = sharedSales();

test('a mapping names all that is wrong in it, and no people', async () => {
  const message = await rejected(
    sales.t,
    {
      dataset: 'Bad Name',
      feilds: {},
      key: JSON.parse(`${'['.repeat(9_000)}${']'.repeat(9_000)}`),
      missing: [{ length: -1 }],
      fields: {
        sold_date: { column: 'sold', date: 'YYYY' },
        beds: 'seller_name',
        bath: 'x',
        property_type: { value: 'house' },
      },
    },
    salesFile(sales.t, 5),
  );
  for (const part of [
    /"dataset" must be/,
    /"key" must hold texts or numbers/,
    /"missing" must hold texts or numbers/,
    /no member "feilds" \(did you mean "fields"\?\)/,
    /no member "bath" \(did you mean "baths"\?\)/,
    /pattern of "sold_date" must contain/,
    /"seller_name" seems to name people/,
    /"house" is not a property type/,
    /needs a location/,
  ]) {
    assert.match(message, part);
  }
});

const NYC_HEADER =
  'BOROUGH,NEIGHBORHOOD,BUILDING CLASS AT TIME OF SALE,BLOCK,LOT,ADDRESS,APARTMENT NUMBER,ZIP CODE,TOTAL UNITS,LAND SQUARE FEET,GROSS SQUARE FEET,YEAR BUILT,SALE PRICE,SALE DATE';

test('the city of New York: titles above the header, prices of 0 left out, homes without points', async () => {
  const lines = [
    'Manhattan Rolling Sales File.,,,,,,,,,,,,,',
    'All Sales From recent months.,,,,,,,,,,,,,',
    NYC_HEADER.replace('SALE PRICE', '"SALE\nPRICE"'),
    `1,ALPHABET CITY,R4,373,40,"327 EAST 9TH STREET, 4B",,10009,1,0,0,1920,"1,250,000",2026-06-10`,
    `1,ALPHABET CITY,C6,390,61,"189 EAST 7TH STREET, 2A",,10009,0,0,0,1900,0,2026-06-11`,
    `3,BAY RIDGE,A1,5900,12,12 SENATOR STREET,,11220,1,"2,000","1,440",1925,899000,06/12/2026`,
    // Two co-ops of one building, day and price, and a condominium.
    `1,CHELSEA,D4,770,9,"345 WEST 21ST STREET, 2A",,10011,0,0,0,1930,600000,2026-06-15`,
    `1,CHELSEA,D4,770,9,"345 WEST 21ST STREET, 5F",,10011,0,0,0,1930,600000,2026-06-15`,
    `1,CHELSEA,R4,771,1004,210 WEST 19TH STREET,7B,10011,1,0,0,2004,900000,2026-06-16`,
  ];
  const imported = await importInto(
    sales.t,
    readyMapping('nyc-rolling-sales'),
    fileOf('rollingsales.csv', lines.join('\n')),
  );
  assert.deepEqual(
    [imported.report.rows, imported.report.dropped[0]?.records],
    [5, 1],
    JSON.stringify(imported.report.dropped),
  );
  const { rows } = await chain(sales, 'zip=10009&sold_within_days=36500');
  const [home] = rows as unknown as { property_type: string; address: Record<string, unknown> }[];
  assert.equal(home?.property_type, 'condo');
  assert.deepEqual(
    [home?.address.line1, home?.address.unit, home?.address.county_fips],
    ['327 EAST 9TH STREET', '4B', '36061'],
  );
  assert.equal((await chain(sales, 'county=Kings&state=NY&sold_within_days=36500')).rows.length, 1);
  const chelsea = await chain(sales, 'zip=10011&sold_within_days=36500');
  assert.deepEqual(
    (chelsea.rows as unknown as { address: { line1: string; unit: string } }[])
      .map(({ address: { line1, unit } }) => `${line1} / ${unit}`)
      .sort(),
    ['210 WEST 19TH STREET / 7B', '345 WEST 21ST STREET / 2A', '345 WEST 21ST STREET / 5F'],
  );
});

test('Cook County: parcels, classes and several parcels of one sale', async () => {
  const header =
    'pin,year,township_code,nbhd,class,sale_date,is_mydec_date,sale_price,doc_no,deed_type,mydec_deed_type,seller_name,is_multisale,num_parcels_sale,buyer_name,sale_type,sale_filter_same_sale_within_365,sale_filter_less_than_10k,sale_filter_deed_type,row_id';
  const line = (pin: string, kind: string, price: number, multi: string) =>
    `${pin},2026,70,70030,${kind},2026-05-06T00:00:00.000,true,${price},26${pin.slice(-4)},Warranty,,A,${multi},1,B,LAND AND BUILDING,false,false,false,${pin}x`;
  const imported = await importInto(
    sales.t,
    readyMapping('cook-county-il-sales'),
    fileOf(
      'cook.csv',
      [
        header,
        line('14283100381011', '299', 410_000, 'false'),
        line('14283100390000', '211', 980_000, 'false'),
        line('14283100400000', '203', 500_000, 'true'),
        line('14283100410000', '241', 90_000, 'false'),
      ].join('\n'),
    ),
  );
  assert.equal(imported.report.rows, 3);
  const { rows } = await chain(sales, 'county=Cook&state=IL&sold_within_days=36500');
  const found = rows as unknown as { property_type: string; extras: { parcel_id: string } }[];
  assert.deepEqual(found.map(({ property_type }) => property_type).sort(), [
    'condo',
    'land',
    'multi_family',
  ]);
  assert.equal(found[0]?.extras.parcel_id.length, 14);
});

test('values that fit no table are withheld or cleaned, and the import continues', async () => {
  const mapping = {
    dataset: 'hostile',
    fields: {
      sold_date: 'sold',
      zip: 'zip',
      sale_price: 'price',
      living_area_sqft: 'sqft',
      line1: 'street',
      year_built: 'year',
      lat: 'lat',
      lng: 'lng',
    },
  };
  const rows = [
    {
      sold: '2026-06-01',
      zip: '83702',
      price: 1e300,
      sqft: 1e15,
      street: 'a\u0000b',
      year: 99_999,
    },
    { sold: '2026-06-02', zip: '83702', price: -5, street: 'x'.repeat(400), lat: 1e9, lng: 0 },
    { sold: '9999-12-31', zip: '83702', price: 1, sqft: 1, street: '', year: 1, lat: 0, lng: 0 },
    { sold: '2026-02-30', zip: '83702', price: 1, sqft: 1, street: '', year: 1, lat: 0, lng: 0 },
    { sold: '2026-06-03', zip: '\ud800', price: 1, sqft: 1, street: '', year: 1, lat: 0, lng: 0 },
    { sold: '2026-06-04', zip: '83702', price: { a: [1] }, sqft: '33 sq', street: [1], year: true },
  ];
  const plain = { sold: '2026-06-05', zip: '83702' };
  const text = [...rows, plain].map((row) => JSON.stringify(row)).join('\n');
  const { report } = await importInto(sales.t, mapping, fileOf('x.ndjson', text));
  assert.equal(report.rows, 4);
  assert.deepEqual(report.dropped.map(({ cause }) => cause).sort(), [
    'a sale date in the future',
    'an unreadable sale date',
    'no point, ZIP, city or county: no search would find it',
  ]);
  const { rows: found } = await chain(sales, 'zip=83702&sold_within_days=36500');
  assert.equal(found.length, 4);
  assert.ok(found.every(({ sale_price }) => sale_price === null));
});

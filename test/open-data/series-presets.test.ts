/** Each set of series that comes with the service, against a sample in the shape of its file. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { presetsIn } from '#service/datasets/open-sets.js';
import { type FileServer, fileServer } from '../support/file-server.js';
import { addSet, openSeriesApp, seriesIn } from '../support/series.js';

let t: Awaited<ReturnType<typeof openSeriesApp>>;
let server: FileServer;
before(async () => {
  t = await openSeriesApp();
  server = await fileServer('');
});
after(async () => {
  await server.close();
  await t.close();
});

const tsv = (...lines: readonly (readonly (string | number)[])[]) =>
  gzipSync(lines.map((line) => `${line.map((cell) => `"${cell}"`).join('\t')}\n`).join(''));

const REDFIN = [
  'PERIOD_BEGIN',
  'PERIOD_END',
  'PERIOD_DURATION',
  'REGION',
  'STATE_CODE',
  'PROPERTY_TYPE',
  'PROPERTY_TYPE_ID',
  'MEDIAN_SALE_PRICE',
  'MEDIAN_LIST_PRICE',
  'MEDIAN_PPSF',
  'HOMES_SOLD',
  'PENDING_SALES',
  'NEW_LISTINGS',
  'INVENTORY',
  'MONTHS_OF_SUPPLY',
  'MEDIAN_DOM',
  'AVG_SALE_TO_LIST',
];
const redfin = (region: string, state: string, days: number) => {
  const line = (end: string, type: number, price: number | string, duration = days) => [
    '2026-01-01',
    end,
    duration,
    region,
    state,
    'x',
    type,
    price,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    0.99,
  ];
  return tsv(
    REDFIN,
    line('2026-03-31', -1, 410_000),
    line('2026-03-31', 13, 1),
    line('2026-04-30', -1, 2, 7),
    line('2026-05-31', -1, 'NA'),
  );
};

interface Sample {
  readonly file: string | Buffer;
  readonly kind?: string;
  readonly region: string;
  readonly measure: string;
  readonly series: readonly string[];
  /** Lines that count as unreadable. */
  readonly dropped?: number;
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  'redfin-zip-market': {
    file: redfin('Zip Code: 60616', 'IL', 90),
    region: '60616',
    measure: 'median_sale_price',
    series: ['2026-03-01 410000'],
  },
  'redfin-county-market': {
    file: redfin('Travis County, TX', 'TX', 30),
    kind: 'county_fips',
    region: '48453',
    measure: 'sale_to_list',
    series: ['2026-03-01 0.99', '2026-05-01 0.99'],
  },
  'zillow-zip-home-values': {
    file: 'RegionID,SizeRank,RegionName,RegionType,StateName,State,City,Metro,CountyName,2000-01-31,2000-02-29\n91982,1,77494,zip,TX,TX,Katy,"Houston, TX",Fort Bend County,210000.5,\n58196,2,01001,zip,MA,MA,Agawam,"Springfield, MA",Hampden County,,150000\n',
    region: '01001',
    measure: 'home_value_index',
    series: ['2000-02-01 150000'],
  },
  'zillow-zip-rents': {
    file: 'RegionID,SizeRank,RegionName,RegionType,StateName,State,City,Metro,CountyName,2015-01-31\n91982,1,77494,zip,TX,TX,Katy,"Houston, TX",Fort Bend County,1606.2\n',
    region: '77494',
    measure: 'rent_index',
    series: ['2015-01-01 1606.2'],
  },
  'realtor-zip-inventory': {
    file: 'month_date_yyyymm,postal_code,zip_name,median_listing_price,active_listing_count,median_days_on_market,new_listing_count,price_reduced_count,median_listing_price_per_square_foot\n202610,1001,"agawam, ma",329900.0,21.0,35.0,12.0,,201.0\n202609,1001,"agawam, ma",339900.0,25.0,33.0,14.0,6.0,203.0\nquality_flag = 1:  year-over-year figures may be impacted\n',
    region: '01001',
    measure: 'price_cut_count',
    series: ['2026-09-01 6'],
    dropped: 1,
  },
  'fhfa-zip-price-index': {
    file: 'Experimental index,,,,,\n,,,,,\nFive-Digit ZIP Code,Year,Annual Change (%),HPI,HPI with 1990 base,HPI with 2000 base\n01001,1984,.,100.00,.,51.2\n01001,1985,14.61,.,.,58.7\n01001,1986,-1.2,113.2,.,58\n',
    region: '01001',
    measure: 'price_index',
    series: ['1984-01-01 100', '1986-01-01 113.2'],
  },
};

test('each set of series has a sample here', () => {
  const sets = presetsIn(t.app.openSets.presets).filter(({ protocol }) => protocol === 'file');
  assert.deepEqual(Object.keys(SAMPLES).sort(), sets.map(({ name }) => name).sort());
});

for (const [name, { file, kind = 'zip', region, measure, series, dropped = 0 }] of Object.entries(
  SAMPLES,
)) {
  test(`${name} reads its columns, and counts what has no value`, async () => {
    server.content = Buffer.from(file);
    server.etag = `"${name}"`;
    const preset = presetsIn(t.app.openSets.presets).find((set) => set.name === name);
    const added = await addSet(t, { ...preset, name: 'sample', url: server.url });
    assert.deepEqual(await seriesIn(t, region, [measure], kind), series);
    assert.equal(
      added.report.dropped.reduce((sum, { records }) => sum + records, 0),
      dropped,
    );
    assert.ok(added.report.measures.every(({ unreadable }) => unreadable === 0));
    assert.match(added.differences.join(), /It has \d+ lines; \d+ were expected/);
  });
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Row } from '#contract/rows.js';
import { absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { packPath } from '#geo/built-pack.test.js';
import { loadGeo } from '#geo/index.js';
import { fillCounty } from './fill-county.js';

const geo = loadGeo(packPath());
const NOT_SHOWN = absent('not_on_search_page');

interface Sent {
  readonly county?: string;
  readonly fips?: string;
  readonly state?: string;
  readonly zip?: string;
  readonly point?: readonly [lat: number, lng: number];
}

function filled({ county, fips, state, zip, point }: Sent) {
  const [lat, lng] = point ?? [];
  const row = {
    location: lat === undefined || lng === undefined ? NOT_SHOWN : { lat, lng },
    address: {
      county: county ?? NOT_SHOWN,
      county_fips: fips ?? NOT_SHOWN,
      state: state ?? NOT_SHOWN,
      zip: zip ?? NOT_SHOWN,
    },
  } as unknown as ParsedRow<Row>;
  const { address } = fillCounty(geo, row);
  return [address.county, address.county_fips];
}

const TRAVIS = ['Travis County', '48453'];
const IN_AUSTIN = [30.267, -97.743] as const;
const IN_PUEBLO = [38.27, -104.61] as const;
const IN_BALTIMORE = [39.29, -76.61] as const;
const IN_TOWSON = [39.4, -76.6] as const;
const CITY = ['Baltimore city', '24510'];
const COUNTY = ['Baltimore County', '24005'];

describe('the county of a row', () => {
  test('is looked up from the point, else from the ZIP, where the source gives none', () => {
    assert.deepEqual(filled({ point: IN_AUSTIN }), TRAVIS);
    assert.deepEqual(filled({ zip: '78704' }), TRAVIS);
    assert.deepEqual(filled({}), [NOT_SHOWN, NOT_SHOWN]);
  });

  test('has one form of name, however the source writes it', () => {
    for (const county of ['Travis', 'TRAVIS', 'travis county', 'Travis County']) {
      assert.deepEqual(filled({ county, state: 'TX', point: IN_AUSTIN }), TRAVIS, county);
      assert.deepEqual(filled({ county, state: 'TX' }), TRAVIS, county);
    }
    const orleans = ['Orleans Parish', '22071'];
    assert.deepEqual(filled({ county: 'Orleans', state: 'LA', zip: '70112' }), orleans);
    assert.deepEqual(filled({ county: 'Dona Ana', state: 'NM' }), ['Doña Ana County', '35013']);
    assert.deepEqual(filled({ county: 'DE KALB', state: 'GA' }), ['DeKalb County', '13089']);
  });

  test('a name of a county and a city is the one that the home lies in', () => {
    const sent = { county: 'Baltimore', state: 'MD' };
    assert.deepEqual(filled({ ...sent, point: IN_BALTIMORE, zip: '21201' }), CITY);
    assert.deepEqual(filled({ ...sent, point: IN_TOWSON, zip: '21204' }), COUNTY);
    assert.deepEqual(filled({ ...sent, zip: '21201' }), CITY);
    assert.deepEqual(filled(sent), COUNTY);
    for (const [county, state, city, cityFips, around, aroundFips] of [
      ['St. Louis', 'MO', '63101', '29510', '63017', '29189'],
      ['Richmond', 'VA', '23220', '51760', '22572', '51159'],
      ['Fairfax', 'VA', '22030', null, '22033', '51059'],
      ['Franklin', 'VA', '23851', '51620', '24151', '51067'],
      ['Roanoke', 'VA', '24016', '51770', '24018', '51161'],
    ] as const) {
      for (const [zip, expected] of [
        [city, cityFips],
        [around, aroundFips],
      ] as const) {
        const [name, fips] = filled({ county, state, zip });
        assert.equal(
          geo.countyName(typeof fips === 'string' ? fips : '')?.name,
          name,
          `${county} ${zip}`,
        );
        if (expected !== null) assert.equal(fips, expected, `${county} ${zip}`);
      }
    }
    const bedford = ['Bedford County', '51019'];
    for (const county of ['Bedford', 'Bedford City', 'City of Bedford']) {
      assert.deepEqual(filled({ county, state: 'VA', zip: '24523' }), bedford, county);
    }
  });

  test('a name with its kind is that county near its border, and none far from it', () => {
    const atBorder = [39.373, -76.63] as const;
    assert.equal(geo.countyOf(...atBorder, null)?.fips, '24005');
    const city = { county: 'Baltimore City', state: 'MD' };
    assert.deepEqual(filled({ ...city, point: atBorder }), CITY);
    assert.deepEqual(filled({ county: 'City of Baltimore', state: 'MD', zip: '21201' }), CITY);
    const far = filled({ county: 'Baltimore County', state: 'MD', point: [39.29, -76.61] });
    assert.ok(far.every(isAbsent));
  });

  test('a county that contradicts the place is taken only with the ZIP on its side', () => {
    const travis = { county: 'Travis', state: 'TX' };
    assert.deepEqual(filled({ ...travis, point: IN_PUEBLO, zip: '78704' }), TRAVIS);
    const none = absent('implausible', 'The source sent Travis County, not Pueblo County.');
    assert.deepEqual(filled({ ...travis, point: IN_PUEBLO }), [none, none]);
    assert.deepEqual(filled({ ...travis, point: IN_PUEBLO, zip: '81003' }), [none, none]);
    assert.deepEqual(filled({ ...travis, zip: '81003' }), [none, none]);
    assert.deepEqual(filled({ county: 'Hays', state: 'TX', zip: '78737' })[1], '48209');
  });

  test('a name that no county has gives way to the place, and is unreadable without one', () => {
    assert.deepEqual(filled({ county: 'Larkspur', state: 'TX', point: IN_AUSTIN }), TRAVIS);
    assert.deepEqual(filled({ county: 'Larkspur', point: IN_AUSTIN }), TRAVIS);
    const none = absent('unreadable', 'The source sent Larkspur.');
    assert.deepEqual(filled({ county: 'Larkspur', state: 'TX' }), [none, none]);
    const former = absent('unreadable', 'The source sent Hartford.');
    assert.deepEqual(filled({ county: 'Hartford', state: 'CT' }), [former, former]);
    const region = ['Capitol Planning Region', '09110'];
    assert.deepEqual(filled({ county: 'Hartford', state: 'CT', zip: '06103' }), region);
  });

  test('a code of the source gives the name, and one that belies its name gives way', () => {
    assert.deepEqual(filled({ fips: '48453' }), TRAVIS);
    assert.deepEqual(filled({ fips: '48453', point: IN_AUSTIN }), TRAVIS);
    assert.deepEqual(filled({ county: 'Baltimore', fips: '24510', state: 'MD' }), CITY);
    const belied = { county: 'Hays', fips: '48453', state: 'TX' };
    assert.deepEqual(filled({ ...belied, point: IN_AUSTIN }), TRAVIS);
    assert.ok(filled(belied).every(isAbsent));
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inBox, MICRO } from '#domain/box.js';
import { box, packPath } from './built-pack.test.js';
import { loadGeo } from './index.js';

const geo = loadGeo(packPath());

describe('states', () => {
  test('states, DC and the territories are known, other codes are not', () => {
    for (const code of ['TX', 'tx', 'DC', 'PR', 'GU', 'VI', 'AS', 'MP']) assert.ok(geo.state(code));
    for (const code of ['ZZ', 'AE', '', 'Texas']) assert.equal(geo.state(code), false);
  });
});

describe('cities', () => {
  const names = (city: string, state: string) => geo.city(city, state)?.names;

  test('a city has the ZIPs of its post office and the boxes that cover them', () => {
    const austin = geo.city('austin', 'tx');
    assert.equal(austin?.state, 'TX');
    assert.ok(austin.zips.includes('78704'));
    assert.equal(austin.cover.length, austin.zips.length);
  });

  test('a city without a post office of its name is a circle around its centre', () => {
    for (const [name, state, lat, lng] of [
      ['Lakewood', 'CO', 39.705, -105.081],
      ['Paradise', 'NV', 36.097, -115.147],
      ['Enterprise', 'NV', 36.025, -115.242],
    ] as const) {
      const city = geo.city(name, state);
      assert.deepEqual(city?.zips, []);
      assert.ok(city.cover.some((each) => inBox(each, lat, lng)));
    }
  });

  test('spellings of one city lead to the same city', () => {
    for (const [state, ...spellings] of [
      ['MN', 'Saint Paul', 'St. Paul', 'st paul'],
      ['CA', 'La Cañada Flintridge', 'La Canada-Flintridge'],
      ['VA', 'McLean', 'Mc Lean'],
      ['MO', "O'Fallon", 'O Fallon'],
      ['ID', 'Boise', 'Boise City'],
      ['HI', 'Honolulu', 'Urban Honolulu'],
      ['KY', 'Louisville', 'Louisville/Jefferson County'],
      ['TN', 'Nashville', 'Nashville-Davidson'],
      ['CA', 'Ventura', 'San Buenaventura'],
      ['MA', 'Weymouth', 'Weymouth Town'],
      ['NY', 'New York', 'New York City', 'NYC'],
      ['NY', 'Bronx', 'The Bronx'],
    ] as const) {
      const cities = spellings.map((name) => geo.city(name, state));
      for (const city of cities) assert.deepEqual(city, cities[0], spellings[0]);
      assert.ok(cities[0]);
    }
  });

  test('a row of the city may carry any of its names', () => {
    assert.deepEqual(names("O'Fallon", 'MO'), ['o fallon', 'ofallon']);
    assert.ok(names('New York City', 'NY')?.includes('new york'));
  });

  test('New York City has the ZIPs of all five boroughs, Queens those of its post offices', () => {
    const city = geo.city('New York', 'NY')?.zips ?? [];
    const boroughs = ['Manhattan', 'Bronx', 'Brooklyn', 'Queens', 'Staten Island'];
    const zips = boroughs.flatMap((name) => geo.city(name, 'NY')?.zips ?? []);
    assert.deepEqual(zips.sort(), [...city]);
    assert.equal(city.length, 311);
  });

  test('a place of another state or of no state is unknown', () => {
    assert.equal(geo.city('Nowhere', 'TX'), undefined);
    assert.equal(geo.city('Austin', 'ZZ'), undefined);
    assert.equal(geo.city('Brooklyn Heights Promenade', 'NY'), undefined);
  });
});

describe('counties', () => {
  const fips = (name: string, state: string) => geo.county(name, state)?.fips.join();

  test('where a city and a county share a name, the plain name is the county', () => {
    for (const [name, state, county, city] of [
      ['Richmond', 'VA', '51159', '51760'],
      ['Fairfax', 'VA', '51059', '51600'],
      ['Franklin', 'VA', '51067', '51620'],
      ['Roanoke', 'VA', '51161', '51770'],
      ['St. Louis', 'MO', '29189', '29510'],
      ['Baltimore', 'MD', '24005', '24510'],
    ] as const) {
      assert.equal(fips(name, state), county);
      assert.equal(fips(`${name} County`, state), county);
      assert.equal(fips(`${name} city`, state), city);
      assert.equal(fips(`City of ${name}`, state), city);
    }
    assert.equal(fips('Alexandria', 'VA'), '51510');
    assert.equal(fips('Charles City', 'VA'), '51036');
  });

  test('parishes, boroughs and spellings are found', () => {
    for (const [wanted, state, ...spellings] of [
      ['22071', 'LA', 'Orleans', 'Orleans Parish', 'orleans parish'],
      ['36061', 'NY', 'Manhattan', 'New York', 'New York County'],
      ['36047', 'NY', 'Brooklyn', 'Kings', 'Kings County'],
      ['36005', 'NY', 'The Bronx', 'Bronx'],
      ['36085', 'NY', 'Staten Island', 'Richmond County'],
      ['13089', 'GA', 'DeKalb', 'De Kalb County'],
      ['17099', 'IL', 'LaSalle', 'La Salle'],
      ['35013', 'NM', 'Doña Ana', 'Dona Ana County'],
      ['22103', 'LA', 'St. Tammany', 'Saint Tammany Parish'],
      ['11001', 'DC', 'District of Columbia', 'Washington'],
      ['02020', 'AK', 'Anchorage', 'Anchorage Municipality'],
      ['72127', 'PR', 'San Juan', 'San Juan Municipio'],
    ] as const) {
      for (const name of spellings) assert.equal(fips(name, state), wanted, `${name}, ${state}`);
    }
    assert.equal(fips('Foo', 'CA'), undefined);
  });

  test('a county that Connecticut had until 2022 is the set of regions that took it over', () => {
    const hartford = geo.county('Hartford', 'CT');
    assert.deepEqual(hartford?.fips, ['09110', '09140', '09160']);
    assert.equal(hartford.name, 'Hartford County');
    assert.equal(hartford.cover.length, 3);
    assert.equal(fips('Capitol Planning Region', 'CT'), '09110');
  });

  test('every county has a full name by which it is found again', () => {
    for (const code of ['48453', '22071', '51760', '02110', '32510', '06075', '09190', '72001']) {
      const name = geo.countyName(code);
      assert.ok(name);
      assert.equal(fips(name.name, name.state), code);
    }
    assert.equal(geo.countyName('99999'), undefined);
  });

  test('the cover of a county holds its homes, on both sides of the antimeridian', () => {
    assert.ok(geo.county('Travis', 'TX')?.cover.some((each) => inBox(each, 30.267, -97.743)));
    const cover = geo.county('Aleutians West', 'AK')?.cover ?? [];
    assert.equal(cover.length, 2);
    for (const each of cover) assert.ok(each.e - each.w < 20 * MICRO);
  });

  test('a box meets a county by its shape, not by its bounding box', () => {
    assert.equal(geo.boxMeetsCounty(box(-97.75, 30.26, -97.74, 30.27), '48453'), true);
    const corner = geo.county('Travis', 'TX')?.cover[0];
    assert.ok(corner);
    const { w, s } = corner;
    assert.equal(geo.boxMeetsCounty({ w, s, e: w + 20_000, n: s + 20_000 }, '48453'), false);
    assert.equal(geo.boxMeetsCounty(corner, '00000'), false);
  });
});

test('a name with a character that no name has matches no city and no county', () => {
  assert.ok(geo.city('Austin', 'TX') && geo.county('Travis', 'TX'));
  for (const sign of ['%', '#', '_', '/', '!', '(', '"', '\u200b', '★']) {
    assert.equal(geo.city(`Louisville/Jefferson County${sign}`, 'KY'), undefined);
    for (const name of [`Austin${sign}`, `${sign}Austin`, `Aus${sign}tin`]) {
      assert.equal(geo.city(name, 'TX'), undefined, name);
    }
    assert.equal(geo.county(`Travis${sign}`, 'TX'), undefined);
    assert.equal(geo.county(`Travis${sign}County`, 'TX'), undefined);
  }
});

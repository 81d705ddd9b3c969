import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { boxesMeet, inBox, MICRO } from '#domain/box.js';
import { stateOfZip } from '#domain/zip-states.js';
import { box, packPath, scratchFolder } from './built-pack.test.js';
import { isNycCityName, loadGeo, nycBorough } from './index.js';
import { readPack } from './pack.js';

const path = packPath();
const geo = loadGeo(path);

describe('the pack', () => {
  test('holds every ZIP, county and state, and names its sources with their versions', () => {
    const { counts, sources, version } = readPack(path).header;
    assert.equal(counts['areas'], 33_791);
    assert.equal(counts['zips'], 41_126);
    assert.equal(counts['counties'], 3_233);
    assert.equal(counts['states'], 56);
    assert.ok((counts['cities'] ?? 0) > 34_000);
    assert.equal(version, geo.version);
    assert.match(version, /^[0-9a-f]{16}$/);
    for (const source of sources) assert.match(source.version, /^\d+\.\d+\.\d+$/);
  });

  test('a file that is not a pack is rejected', () => {
    const other = join(scratchFolder(), 'other.bin');
    writeFileSync(
      other,
      Buffer.concat([Buffer.from('RHGEO999'), readFileSync(path).subarray(8, 99)]),
    );
    assert.throws(() => loadGeo(other), /build it again/);
  });
});

describe('ZIPs', () => {
  test('a ZIP has its point, post office, state and county', () => {
    const zip = geo.zip('78704');
    assert.ok(zip);
    assert.deepEqual([zip.city, zip.state, zip.county_fips], ['Austin', 'TX', '48453']);
    assert.ok(inBox(zip.cover, zip.lat, zip.lng));
    assert.equal(geo.countyOfZip('78704')?.name, 'Travis County');
    assert.ok(geo.onLand(30.25, -97.76) && !geo.onLand(29, -94) && !geo.onLand(42, -87));
  });

  test('the first digits of a ZIP tell its state, but for a few at borders and overseas', () => {
    const zips = Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0'));
    const known = zips.flatMap((zip) => geo.zip(zip) ?? []);
    const others = known.filter(({ zip, state }) => stateOfZip(zip) !== state);
    assert.ok(known.length > 40_000 && others.length < 30, others.map(({ zip }) => zip).join(' '));
  });

  test('counties that are wrong in the gazetteer are corrected', () => {
    assert.equal(geo.zip('20109')?.county_fips, '51153');
    assert.equal(geo.zip('33578')?.county_fips, '12057');
    assert.equal(geo.zip('10463')?.county_fips, '36005');
  });

  test('ZIPs of Connecticut are in its planning regions', () => {
    assert.equal(geo.zip('06103')?.county_fips, '09110');
    for (const zip of geo.zips()) {
      if (zip.state === 'CT') assert.match(zip.county_fips ?? '', /^091[1-9]0$/);
    }
  });

  test('a ZIP whose census area is mostly wilderness lies where its town is', () => {
    const boise = geo.zip('83716');
    assert.equal(boise?.county_fips, '16001');
    assert.ok(boise && inBox(boise.cover, 43.55, -116.12));
    const anchorage = geo.zip('99503');
    assert.ok(anchorage && inBox(anchorage.cover, 61.19, -149.89));
  });

  test('ZIPs that do not exist and military post offices abroad are unknown', () => {
    for (const zip of ['00000', '99999', '09001', '7870', '787045', '', ' 78704']) {
      assert.equal(geo.zip(zip), undefined);
      assert.equal(geo.countyOfZip(zip), undefined);
    }
  });

  test('a county has the ZIPs that name it, in ascending order, an unknown one none', () => {
    for (const fips of ['48453', '36061', '51600']) {
      const named = [...geo.zips()].filter(({ county_fips }) => county_fips === fips);
      assert.ok(named.length > 0);
      assert.deepEqual(
        geo.zipsOfCounty(fips),
        named.map(({ zip }) => zip),
      );
    }
    for (const fips of ['00000', '48', '']) assert.deepEqual(geo.zipsOfCounty(fips), []);
  });

  test('all ZIPs come in ascending order, each found again by its code', () => {
    let before = '';
    for (const zip of geo.zips()) {
      assert.ok(zip.zip > before);
      before = zip.zip;
    }
    assert.equal(geo.zip(before)?.zip, before);
  });

  test('ZIPs in a box are those whose cover meets it', () => {
    const austin = box(-97.8, 30.2, -97.7, 30.3);
    const expected = [...geo.zips()].filter((zip) => boxesMeet(zip.cover, austin));
    assert.deepEqual(geo.zipsIn(austin), expected);
    assert.ok(expected.length > 10);
  });

  test('the territories have ZIPs with a state, a county and a post office', () => {
    for (const [code, state] of [
      ['00901', 'PR'],
      ['96910', 'GU'],
      ['00802', 'VI'],
      ['96799', 'AS'],
      ['96950', 'MP'],
    ] as const) {
      const zip = geo.zip(code);
      assert.equal(zip?.state, state);
      assert.ok(zip.city && zip.county_fips);
    }
  });
});

describe('density points', () => {
  const houston = box(-95.8, 29.5, -95.0, 30.1);

  test('the same box gives the same points, all inside it', () => {
    const points = geo.densityPoints(houston);
    assert.deepEqual(loadGeo(path).densityPoints(houston), points);
    for (const { x, y, weight } of points) {
      assert.ok(inBox(houston, y / MICRO, x / MICRO) && weight > 0);
    }
  });

  test('the points of tiles are the points of the whole', () => {
    const middle = -95_400_000;
    const halves = [
      { ...houston, e: middle },
      { ...houston, w: middle },
    ];
    const sum = halves.reduce((count, half) => count + geo.densityPoints(half).length, 0);
    assert.equal(sum, geo.densityPoints(houston).length);
  });

  test('over the whole country the weights add up to the weights of the ZIPs', () => {
    const all = geo.densityPoints({
      w: -180 * MICRO,
      s: -90 * MICRO,
      e: 180 * MICRO,
      n: 90 * MICRO,
    });
    const ofPoints = all.reduce((sum, point) => sum + point.weight, 0);
    const ofZips = [...geo.zips()].reduce((sum, zip) => sum + zip.weight, 0);
    assert.ok(Math.abs(ofPoints / ofZips - 1) < 1e-6);
    assert.equal(all.length, 33_791 * 12);
  });
});

describe('county of a home', () => {
  const fips = (lat: number, lng: number, zip: string | null) => geo.countyOf(lat, lng, zip)?.fips;

  test('the point decides where no ZIP is known', () => {
    assert.equal(fips(30.267, -97.743, null), '48453');
    assert.equal(fips(38.62, -90.2, null), '29510');
  });

  test('the county of the ZIP stands when the point is within 750 m of it', () => {
    // State Line Road parts Johnson County, Kansas, from Jackson County, Missouri, at 94.608 W.
    assert.equal(fips(38.95, -94.603, null), '29095');
    assert.equal(fips(38.95, -94.603, '66206'), '20091');
    assert.equal(fips(38.95, -94.595, '66206'), '29095');
  });

  test('Marble Hill: the ZIP puts a home in the Bronx though its polygon is Manhattan’s', () => {
    assert.equal(fips(40.8761, -73.9105, '10463'), '36005');
  });

  test('a pier belongs to the nearest county, open sea to none', () => {
    assert.equal(fips(29.28, -94.775, null), '48167');
    assert.equal(fips(29.2, -94.7, null), '48167');
    assert.equal(fips(27, -94, null), undefined);
  });

  test('without a usable point the ZIP decides', () => {
    assert.equal(fips(Number.NaN, Number.NaN, '78704'), '48453');
    assert.equal(fips(0, 0, '78704'), '48453');
    assert.equal(fips(Number.NaN, 0, null), undefined);
  });
});

describe('New York City', () => {
  test('every post office with homes in the city is known by name', () => {
    for (const zip of geo.zips()) {
      if (nycBorough(zip.zip)) assert.ok(isNycCityName(zip.city), zip.city);
    }
  });

  test('boxes and circles count when they reach the city’s shape, not its bounding box', () => {
    assert.equal(geo.boxMeetsNyc(box(-74.0, 40.7, -73.98, 40.72)), true);
    assert.equal(geo.boxMeetsNyc(box(-75, 40, -73, 41)), true);
    // Newark lies inside the bounding box of the city, Yonkers beside it.
    assert.equal(geo.boxMeetsNyc(box(-74.2, 40.72, -74.15, 40.76)), false);
    assert.equal(geo.boxMeetsNyc(box(-73.9, 40.93, -73.85, 40.98)), false);
    assert.equal(geo.circleMeetsNyc(40.7357, -74.1724, 2), false);
    assert.equal(geo.circleMeetsNyc(40.7357, -74.1724, 10), true);
    assert.equal(geo.circleMeetsNyc(40.7549, -73.984, 0.1), true);
  });

  test('ZIPs on the border count as of the city, and their county decides which homes are', () => {
    assert.equal(geo.inNyc('11001'), true);
    assert.equal(geo.inNyc('11040'), true);
    assert.equal(geo.countyOf(40.7233, -73.705, '11001')?.fips, '36059');
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areasAbove, codesOfArea, listAreas } from './area-codes.js';
import { extentOf } from './areas.js';
import { CONTEXT, kept, rawNode } from './fixtures/pages.js';
import { nycPortal } from './index.js';

const BOROUGHS = ['100', '200', '300', '400', '500'];
const { toRow, placeOfRow, idsOfPlace } = nycPortal.drivers.listings;

/** The ids of the area that a row names, as the reader finds them. */
function idsOfRow(areaName: string, zipCode?: string): readonly string[] {
  const node = { ...rawNode('listings', '7000001'), areaName };
  const row = kept(toRow(zipCode === undefined ? node : { ...node, zipCode }, CONTEXT));
  return idsOfPlace?.(placeOfRow?.(row) ?? '') ?? [];
}

test('every area of the source is known by its name, below the area that holds it', () => {
  const areas = listAreas();
  assert.ok(areas.length > 320, String(areas.length));
  for (const [code, name, parent] of areas) {
    const codes = codesOfArea(name);
    assert.equal(codes[0], code, name);
    assert.deepEqual(codes.slice(1), areasAbove(code), name);
    if (!BOROUGHS.includes(code) && parent !== '1') assert.equal(codes[1], parent, name);
    const borough = codes.at(-1) ?? '';
    assert.ok(BOROUGHS.includes(borough) || borough === '1000000', `${name} is in ${borough}`);
  }
  assert.equal(new Set(areas.map(([code]) => code)).size, areas.length);
});

test('every area that a row of the city can name can be requested', () => {
  for (const [code, name] of listAreas()) {
    assert.equal(idsOfRow(name)[0], code, name);
  }
});

test('names are compared without case, accents, spaces and punctuation', () => {
  for (const [, name] of listAreas()) {
    const plain = name.replaceAll(/[^A-Za-z0-9 ]/g, '').replaceAll('  ', ' ');
    for (const spelt of [name.toUpperCase(), name.replaceAll(' ', ''), plain, ` ${name}.`]) {
      assert.deepEqual(codesOfArea(spelt), codesOfArea(name), spelt);
    }
  }
  for (const [spelt, name] of [
    ['SoHo', 'Soho'],
    ['NOHO', 'Noho'],
    ['Saint Albans', 'St. Albans'],
    ['St. George', 'Saint George'],
    ['Mount Hope', 'Mt. Hope'],
    ['Ft. Greene', 'Fort Greene'],
    ['Stuyvesant Town PCV', 'Stuyvesant Town/PCV'],
    ['Hells Kitchen', "Hell's Kitchen"],
    ['Sea Gate', 'Seagate'],
    ['Bull’s Head', 'Bulls Head'],
    ['Ditmars Steinway', 'Ditmars-Steinway'],
    ['Bed-Stuy', 'Bedford-Stuyvesant'],
    ['Murray Hill, Queens', 'Murray Hill (Queens)'],
  ] as const) {
    assert.ok(codesOfArea(name).length > 0, name);
    assert.deepEqual(codesOfArea(spelt), codesOfArea(name), spelt);
  }
});

test('a name that occurs twice is that of the borough of its row', () => {
  for (const [name, zip, code] of [
    ['Murray Hill', '10016', '130'],
    ['Murray Hill', '11354', '457'],
    ['Bay Terrace', '11360', '480'],
    ['Bay Terrace', '10308', '511'],
    ['Chelsea', '10011', '115'],
    ['Chelsea', '10314', '518'],
    ['Sunnyside', '11104', '403'],
    ['Sunnyside', '10301', '573'],
    ['Sunnyside (Staten Island)', '10301', '573'],
  ] as const) {
    assert.equal(idsOfRow(name, zip)[0], code, `${name} ${zip}`);
  }
});

test('areas are parts of areas, in up to four steps below the borough', () => {
  assert.deepEqual(codesOfArea('Beekman'), ['134', '132', '123', '119', '100']);
  assert.deepEqual(codesOfArea('Marble Hill'), ['226', '144', '100']);
  assert.deepEqual(codesOfArea('East Williamsburg'), ['373', '302', '300']);
  assert.deepEqual(codesOfArea('Staten Island'), ['500']);
});

test('a part without its own code is requested by the area that contains it, before its borough', () => {
  assert.deepEqual(codesOfArea('Alphabet City'), ['117', '102', '100']);
  assert.deepEqual(codesOfArea('South Slope'), ['319', '300']);
  assert.deepEqual(codesOfArea('Nowhere'), []);
});

test('the homes of areas lie in their boroughs, and nobody knows where those of unknown ones are', () => {
  assert.deepEqual(extentOf(['138', '226']), extentOf(['100']));
  assert.deepEqual(extentOf(['138', '300']), extentOf(['100', '300']));
  assert.ok(extentOf(['100']).length > 0);
  assert.deepEqual(extentOf(['100', '9999999']), []);
});

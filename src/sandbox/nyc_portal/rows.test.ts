import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf } from '../data/names.js';
import { portalId } from '../data/synthetic-data.js';
import { NEW_YORK } from '../few-zips.test.js';
import { areaOf, isArea } from './areas.js';
import { idsOf, MANHATTAN, type Node, open, organic } from './open-nyc.test.js';

const bathsOf = (node: Node) => node.fullBathroomCount + node.halfBathroomCount / 2;
const BROOKLYN = { areas: [300] };

test('the ZIP rule puts each ZIP in its borough', () => {
  const areas = Object.entries({
    10001: 100,
    10282: 100,
    10303: 500,
    10463: 200,
    11201: 300,
    11101: 400,
    11375: 400,
    11430: 400,
    11691: 400,
    11004: 400,
    11005: 400,
    11001: undefined,
    11040: undefined,
    10803: undefined,
  });
  for (const [zip, area] of areas) assert.equal(areaOf(zip, 'NY'), area, zip);
  assert.equal(areaOf('07302', 'NJ'), 999);
  assert.equal(areaOf('08540', 'NJ'), undefined);
  assert.ok(isArea(1) && isArea(500) && !isArea(999) && isArea(101) && !isArea(156));
});

test('a search of an area answers with the homes of all its parts', async () => {
  const { all } = open(900);
  const names = async (code: number) =>
    [...new Set((await all({ areas: [code] })).map((node) => String(node['areaName'])))].sort();
  assert.deepEqual(await names(163), ['West Chelsea']);
  assert.deepEqual(await names(115), ['Chelsea', 'West Chelsea']);
  assert.deepEqual(await names(102), ['Chelsea', 'West Chelsea']);
  assert.deepEqual(await names(119), ['Hudson Yards', 'Midtown South']);
  const both = await all({ areas: [163, 119, 102] });
  assert.deepEqual(idsOf(both), idsOf(await all(MANHATTAN)), 'each home once');
});

test('nyc_portal keeps its filters, both bounds within them', async () => {
  const { all } = open(300);
  const nodes = await all(BROOKLYN);
  const [lowerBound, upperBound] = [nodes[3]!.price, nodes[9]!.price].sort((a, b) => a - b);
  const priced = await all({ ...BROOKLYN, price: { lowerBound, upperBound } });
  const prices = priced.map((node) => node.price);
  assert.equal(Math.min(...prices), lowerBound);
  assert.equal(Math.max(...prices), upperBound);
  const bounds = { bedrooms: { lowerBound: 1, upperBound: 2 }, bathrooms: { lowerBound: 1.5 } };
  const roomy = await all({ ...BROOKLYN, ...bounds });
  assert.ok(roomy.length > 5);
  for (const node of roomy) {
    assert.ok(node.bedroomCount >= 1 && node.bedroomCount <= 2 && bathsOf(node) >= 1.5);
  }
});

test('sorting goes either way', async () => {
  const { page } = open(300);
  const prices = async (direction: string) => {
    const sorting = { attribute: 'PRICE', direction };
    return organic(await page(BROOKLYN, { sorting })).map((node) => node.price);
  };
  const up = await prices('ASCENDING');
  assert.deepEqual(
    up,
    [...up].sort((a, b) => a - b),
  );
  assert.deepEqual(
    (await prices('DESCENDING')).map((price) => price),
    [...up].sort((a, b) => b - a),
  );
});

test('nyc_portal sends 0 for what it does not know', async () => {
  const { all } = open(300);
  const nodes = [...(await all(BROOKLYN)), ...(await all(MANHATTAN))];
  const share = (is: (node: Node) => boolean) => nodes.filter(is).length / nodes.length;
  assert.ok(share((node) => !node.livingAreaSize) > 0.45);
  assert.ok(share((node) => node.livingAreaSize === null) > 0.05);
  assert.ok(share((node) => node.bedroomCount === 0) > 0.03);
  const unknown = share((node) => bathsOf(node) === 0);
  assert.ok(unknown > 0 && unknown < 0.1);
  assert.ok(nodes.some((node) => node['photos'] === null));
});

test('the charges follow the form of ownership', async () => {
  const { all } = open(300);
  const nodes = [...(await all(BROOKLYN)), ...(await all(MANHATTAN))];
  const types = new Set(nodes.map((node) => String(node['buildingType'])));
  for (const type of ['CO_OP', 'CONDO', 'CONDOP', 'HOUSE', 'TOWNHOUSE', 'TWOFAMILY']) {
    assert.ok(types.has(type), type);
  }
  const of = (type: string) => nodes.filter((node) => node['buildingType'] === type);
  for (const node of of('CO_OP')) {
    assert.ok(Number(node['monthlyMaintenance']) > 0);
    assert.deepEqual([node['monthlyTaxes'], node['monthlyCommonCharges']], [0, null]);
  }
  for (const node of of('CONDO')) {
    assert.equal(node['monthlyMaintenance'], null);
    assert.ok(Number(node['monthlyTaxes']) > 0 && Number(node['monthlyCommonCharges']) > 0);
  }
  for (const node of of('HOUSE')) assert.equal(node['monthlyCommonCharges'], 0);
});

test('a rental with free months has a net rent below its rent', async () => {
  const { all } = open(900);
  const nodes = await all(MANHATTAN, 500, 'searchRentals');
  const free = nodes.filter((node) => node['monthsFree'] !== undefined);
  assert.ok(free.length > 5 && free.length < nodes.length / 4);
  for (const node of free) {
    const term = Number(node['leaseTermMonths']);
    const net = (node.price * (term - Number(node['monthsFree']))) / term;
    assert.equal(node['netEffectivePrice'], Math.round(net));
  }
  const types = new Set(nodes.map((node) => String(node['buildingType'])));
  assert.ok(types.has('RENTAL'));
  assert.ok(nodes.every((node) => /^\d{4}-\d\d-\d\d$/.test(String(node['availableAt']))));
  assert.ok(nodes.some((node) => node['noFee'] === true));
});

test('nyc_portal gives a home the street address that it has everywhere', async () => {
  const { all, data } = open(100);
  const homes = [...data.homesIn(NEW_YORK, 'listings')];
  const byId = new Map(homes.map((home) => [String(portalId(home, 'nyc_portal')), home]));
  const nodes = await all({ areas: [100, 300] });
  let doors = 0;
  for (const node of nodes) {
    const home = byId.get(node.id) ?? assert.fail('an unknown home');
    const { line1, unit, zip } = addressOf(home);
    assert.deepEqual([node.street, node.zipCode], [line1, zip]);
    if (unit === null) continue;
    doors += 1;
    assert.equal(node.unit, unit.split(' ')[1]);
    assert.equal(node['displayUnit'], `#${node.unit}`);
  }
  assert.ok(doors > 20);
});

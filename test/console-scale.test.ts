/** The scales of the console's map: classes, ends, and colours that everybody can tell apart. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Row } from '#contract/rows.js';
import { dotsOf, lookOf, readChoice, writeChoice } from '../console/src/map/dots.js';
import type { Palette } from '../console/src/map/palette.js';
import { type Scale, scaleOf, shareOf } from '../console/src/map/scale.js';
import { shadedAreas, shadesOf } from '../console/src/map/shades.js';
import { columnsOf } from '../console/src/results/fields.js';
import { routeOr } from '../console/src/text/labels.js';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);
const known = (scale: Scale | null): Scale => scale ?? assert.fail('a scale');
const CSS = new URL('../console/src/styles/map.css', import.meta.url);

test('quantile classes hold equal numbers of homes and all of them', () => {
  const scale = known(scaleOf(upTo(100), 'quantiles'));
  assert.deepEqual(
    scale.classes.map(({ from, to, values }) => [from, to, values]),
    [
      [1, 20, 20],
      [21, 40, 20],
      [41, 60, 20],
      [61, 80, 20],
      [81, 100, 20],
    ],
  );
  assert.deepEqual(
    [1, 20, 21, 100].map((value) => shareOf(scale, value)),
    [0, 0, 0.25, 1],
  );
});

test('equal values share one class, and few classes use the ends of the colours', () => {
  const scale = known(scaleOf([...Array<number>(90).fill(3), 4, 4, 4, 5, 9], 'quantiles'));
  assert.deepEqual(
    scale.classes.map(({ from, to, values }) => [from, to, values]),
    [
      [3, 3, 90],
      [4, 9, 5],
    ],
  );
  assert.deepEqual([shareOf(scale, 3), shareOf(scale, 9)], [0, 1]);
  assert.equal(shareOf(known(scaleOf([7, 7], 'quantiles')), 7), 0.5);
  assert.equal(scaleOf([], 'quantiles'), null);
});

test('one outlier does not flatten a continuous scale, and the legend knows of it', () => {
  const scale = known(scaleOf([...upTo(99), 1_000_000], 'continuous'));
  assert.ok(scale.high < 100 && scale.above);
  assert.equal(shareOf(scale, 1_000_000), 1);
  assert.ok(Math.abs(shareOf(scale, 50) - 0.5) < 0.02);
  const few = known(scaleOf([1, 2, 1000], 'continuous'));
  assert.deepEqual([few.low, few.high, few.above], [1, 1000, false]);
});

const PALETTE = {
  marker: '#000001',
  'map-land': '#000002',
  'ramp-edge': '#000003',
  'ramp-none': '#000004',
  'ramp-1': '#100000',
  'ramp-2': '#200000',
  'ramp-3': '#300000',
  'ramp-4': '#400000',
  'ramp-5': '#500000',
} as unknown as Palette;

const home = (list_price: number | null, living_area_sqft: number | null): Row =>
  ({
    location: { lat: 30, lng: -97 },
    list_price: list_price === null ? null : { amount: list_price, currency: 'USD' },
    living_area_sqft,
  }) as unknown as Row;

test('a home without the value is hollow and counted; one that is not on the map is not', () => {
  const rows = [
    home(100, 900),
    home(null, 1200),
    home(300, null),
    { ...home(9, 9), location: null },
  ];
  const columns = columnsOf(routeOr('portal_a_listings'));
  const choice = { colour: 'list_price', size: 'living_area_sqft', method: 'quantiles' } as const;
  const dots = dotsOf(rows, columns, choice) ?? assert.fail('scales');
  assert.equal(dots.colour?.without, 1);
  assert.equal(dots.size?.without, 1);
  const [both, unpriced, unsized] = rows.map((row) => lookOf(row, dots, PALETTE));
  assert.deepEqual(both && [both.fill, both.edge], ['#100000', '#000003']);
  assert.deepEqual(unpriced && [unpriced.fill, unpriced.edge], ['#000002', '#000004']);
  assert.deepEqual(unsized, { fill: '#000002', edge: '#500000', scale: 1 });
  assert.ok(both && unpriced && both.scale < 1 && unpriced.scale > 2);
  assert.equal(dotsOf(rows, columns, { ...choice, colour: 'no_such_field', size: null }), null);
  const kept = { ...choice, shade: 'price_per_sqft' };
  assert.deepEqual(readChoice(writeChoice(kept)), kept);
  assert.deepEqual(readChoice('||who'), {
    colour: null,
    size: null,
    shade: null,
    method: 'quantiles',
  });
});

test('ZIPs are shaded by the median of the loaded homes that have a value', () => {
  const inZip = (zip: string, price: number | null) => ({ ...home(price, null), address: { zip } });
  const rows = [
    inZip('78701', 100),
    inZip('78701', 300),
    inZip('78701', 200),
    inZip('78702', 900),
    inZip('78703', null),
    inZip('', 5),
  ] as unknown as Row[];
  const columns = columnsOf(routeOr('portal_a_listings'));
  const shades = shadesOf(rows, columns, 'list_price', 'quantiles') ?? assert.fail('shades');
  assert.deepEqual(Object.fromEntries(shades.medians), { 78701: 200, 78702: 900 });
  assert.deepEqual([shades.homes, shades.valued], [6, 4]);
  const area = { type: 'MultiPolygon' as const, coordinates: [] };
  const areas = new Map([
    ['78701', area],
    ['78703', area],
  ]);
  const { features } = shadedAreas(shades, areas, PALETTE);
  assert.deepEqual(
    features.map(({ properties }) => properties.fill),
    ['#100000'],
  );
  assert.equal(shadesOf(rows, columns, null, 'quantiles'), null);
});

/** Simulations of Machado, Oliveira and Fernandes (2009), full strength, on linear RGB. */
const SEEN_BY: Readonly<Record<string, readonly (readonly number[])[]>> = {
  everybody: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (hex: string): number[] =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, each, at) => sum + each * (b[at] ?? 0), 0);
const luminance = (rgb: readonly number[]): number => dot([0.2126, 0.7152, 0.0722], rgb);

function oklab(rgb: readonly number[]): number[] {
  const [l = 0, m = 0, s = 0] = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ].map((row) => Math.cbrt(Math.max(0, dot(row, rgb))));
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], [l, m, s]),
    dot([1.9779984951, -2.428592205, 0.4505937099], [l, m, s]),
    dot([0.0259040371, 0.7827717662, -0.808675766], [l, m, s]),
  ];
}

/** The ramps of map.css: of the light and of the dark theme. */
function ramps(): string[][] {
  const css = readFileSync(CSS, 'utf8');
  const colours = [...css.matchAll(/--ramp-[1-5]: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
  return [1, 2].map((theme) => colours.map((pair) => pair[theme] ?? ''));
}

test('neighbours on the ramp differ, also for colour-blind people, in both themes', () => {
  for (const ramp of ramps()) {
    assert.equal(ramp.length, 5);
    for (const [eyes, matrix] of Object.entries(SEEN_BY)) {
      const seen = ramp.map((hex) =>
        matrix.map((row) => Math.min(1, Math.max(0, dot(row, linear(hex))))),
      );
      seen.slice(1).forEach((rgb, at) => {
        const [a, b] = [oklab(seen[at] ?? []), oklab(rgb)];
        const apart = Math.hypot(...a.map((part, axis) => part - (b[axis] ?? 0)));
        assert.ok(apart > 0.07, `${ramp[at]} and ${ramp[at + 1]}, ${eyes}: ${apart}`);
      });
    }
    const light8 = ramp.map((hex) => luminance(linear(hex)));
    const rising = [...light8].sort((a, b) => a - b);
    assert.ok(
      light8.join() === rising.join() || light8.join() === rising.reverse().join(),
      'brightness alone gives the order',
    );
  }
});

/** Invented names with the odd letters that recorded ones have. */
import type { Draw } from './draw.js';

const FIRST =
  'Alder Birch Cinder Dove Ember Fern Gull Harbor Iris Juniper Kestrel Lantern Maple North Oak Pine Quarry River Sable Thistle Upland Vesper Willow Yarrow Wren'.split(
    ' ',
  );
const LAST =
  'bank brook croft dale field gate grove hill lake mead mere mill moor ridge side stead ton view wood worth'.split(
    ' ',
  );
const SUFFIXES = 'St Ave Dr Ln Rd Ct Pl Way Cir Blvd'.split(' ');
const LONG_SUFFIXES = 'Street Avenue Drive Lane Road'.split(' ');
const SIDES = ['N', 'S', 'E', 'W', 'NE', 'SW'];
const PEOPLE =
  'Ada Bruno Carmen Dario Elif Farid Greta Hugo Ines Jonas Kaya Lena Milan Nora Otto Paula Quentin Rosa Stefan Tilda'.split(
    ' ',
  );
const HOUSES = [
  'Realty',
  'Real Estate',
  'Properties',
  'Homes',
  'Brokers',
  'Residential',
  'Group',
  'LLC',
];

export const word = (draw: Draw): string => draw.pick(FIRST) + draw.pick(LAST);

export function streetName(draw: Draw): string {
  const side = draw.chance(0.25) ? `${draw.pick(SIDES)} ` : '';
  const suffix = draw.pick(draw.chance(0.03) ? LONG_SUFFIXES : SUFFIXES);
  const name = draw.chance(0.12) ? `${draw.whole(2, 180)}th` : word(draw);
  return `${side}${name} ${suffix}`;
}

export function brokerName(draw: Draw): string {
  const plain = `${word(draw)} ${draw.pick(HOUSES)}`;
  return draw.weighed([
    [76, plain],
    [8, `${draw.pick(PEOPLE)}'s ${plain}`],
    [8, `${word(draw)} & ${plain}`],
    [4, plain.toUpperCase()],
    [2, plain.toLowerCase()],
    [1, `${plain} `],
    [1, `Café ${plain}`],
  ]);
}

export const agentName = (draw: Draw): string =>
  `${draw.pick(PEOPLE)} ${word(draw)}${draw.chance(0.15) ? ` DRE # 0${draw.whole(1_000_000, 2_199_999)}` : ''}`;

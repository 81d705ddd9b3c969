/** Invented names. None is meant to be a person, a firm or a street. */
import { mix, pick, unit, whole } from './chance.js';
import { blockHash } from './dwelling.js';
import type { Home, HomeAddress } from './home.js';
import { SALT } from './salts.js';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const STREETS = words(`
  Alderwick Amberlode Ashpenny Barleymow Bellwether Birchrun Bramblecote Brindlefield
  Candlemere Cinderbrook Cloverdip Copperwren Cottonlark Crickethollow Dappleford Dovetail
  Dunmarrow Elderquill Emberglen Fallowmist Fennelgate Fiddlebow Foxmantle Gingerpool
  Goldenthatch Gristlock Hazelmoor Heronspell Hobblewood Hollowreed Inkwell Ivorydell
  Juniperfold Kettlestone Kingletree Lanternhill Larkwhistle Lowmeadow Mapleshadow Marrowbank
  Millgander Mistlethorn Nettlecombe Oatfield Oldtimber Otterbend Pebblewick Pennyroyal
  Plumhaven Quailrest Quillmere Rainbarrel Rookery Saddlewind Saltmarsh Silverpine Sparrowleaf
  Starling Tallowmere Thimbleberry Thornapple Underbough Velvetmoss Wagonwheel Walnutgrove
  Weathervane Whistledown Willowspan Yarrowfield`);
const SUFFIXES = [
  'St',
  'Ave',
  'Dr',
  'Ln',
  'Ct',
  'Rd',
  'Way',
  'Pl',
  'Blvd',
  'Cir',
  'Ter',
  'Trl',
] as const;
const SIDES = ['N ', 'S ', 'E ', 'W '] as const;
const UNIT_WORDS = ['APT', 'UNIT', '#'] as const;
const GIVEN = words(`
  Arlo Bexley Calla Dorrin Elspin Fenna Garrick Halden Isolde Jorrin Kestra Lunet Marlo Nerys
  Oswin Perrin Quenna Rowan Selby Tamsin Ulric Vesper Wynne Yorick Zella`);
const FAMILY = words(`
  Ashgrove Brackwell Cobbledick Dunnywick Eddlestow Fairwhistle Gannetry Hollowell Inglebrook
  Jasperson Kettleby Lorrimond Mossgrave Nightley Orrowby Pellwether Quarrington Rushmeadow
  Sallowfield Tidewick Underfall Varrowmere Wrenfield Yarnwick`);
const FIRMS = [
  'Realty',
  'Homes',
  'Real Estate',
  'Property Group',
  'Brokers',
  '& Partners',
] as const;
const GROVES = ['Heights', 'Commons', 'Landing', 'Crossing', 'Preserve', 'Lofts', 'Court'] as const;
const DOORS_A_FLOOR = 9;

/** The home's street address, city and ZIP. Flats of one block share the line and have a unit. */
export function addressOf(home: Home): HomeAddress {
  const { zip } = home.plot;
  const hash = home.block === -1 ? home.hash : blockHash(home.plot, home.block);
  const side = unit(hash, SALT.suffix) < 0.3 ? pick(SIDES, hash, SALT.suffix + 1) : '';
  const street = `${pick(STREETS, hash, SALT.street)} ${pick(SUFFIXES, hash, SALT.suffix + 2)}`;
  const number = whole(hash, SALT.number, 100, 9_999);
  return {
    line1: `${number} ${side}${street}`,
    unit: home.block === -1 ? null : unitOf(home),
    city: zip.city,
    state: zip.state,
    zip: zip.zip,
  };
}

// The slot alone makes the door, so no two units of a block share one.
function unitOf(home: Home): string {
  const word = pick(UNIT_WORDS, blockHash(home.plot, home.block), SALT.unit);
  const door = 'ABCDEFGHJ'.charAt(home.slot % DOORS_A_FLOOR);
  return `${word} ${1 + Math.floor(home.slot / DOORS_A_FLOOR)}${door}`;
}

/** The agent of a home. */
export const agentOf = (home: Home): string =>
  `${pick(GIVEN, home.hash, SALT.agent)} ${pick(FAMILY, home.hash, SALT.agent + 1)}`;

/** The broker of a home: a few dozen firms share a state. */
export function brokerOf(home: Home): string {
  const firm = mix(whole(home.hash, SALT.broker, 0, 40), home.plot.zip.state.charCodeAt(0));
  return `${pick(FAMILY, firm, SALT.name)} ${pick(FIRMS, firm, SALT.name + 1)}`;
}

/** The name of a rental building or a builder's community. */
export const groveOf = (home: Home): string =>
  `${pick(STREETS, home.hash, SALT.name)} ${pick(GROVES, home.hash, SALT.name + 1)}`;

/** Invented names. None refers to a real person, firm or street. */
import { mix, pick, whole } from './chance.js';
import { blockHash } from './dwelling.js';
import type { Home, SyntheticAddress } from './home.js';
import { blockSite, houseSite } from './plots.js';
import { SALT } from './salts.js';
import { type Site, streetLine } from './street-grid.js';
import { STREETS, words } from './words.js';

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
export function addressOf(home: Home): SyntheticAddress {
  const { zip, grid } = home.plot;
  return {
    line1: streetLine(grid, siteOf(home)),
    unit: home.block === -1 ? null : unitOf(home),
    city: zip.city,
    state: zip.state,
    zip: zip.zip,
  };
}

/** The home's place on its street. */
function siteOf({ plot, block, series, hash }: Home): Site {
  if (block !== -1) return blockSite(plot, blockHash(plot, block));
  return series === 'building' ? blockSite(plot, hash) : houseSite(plot, hash);
}

// The slot alone determines the door, so no two units of a block share one.
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

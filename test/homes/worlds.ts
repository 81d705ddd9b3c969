/**
 * Homes of the synthetic data as several sources show them, each in its own spelling, and which
 * home each row truly is. Further rows lack a part of their address: these may be possible, and
 * never merged.
 */
import type { HomeMember } from '#domain/home.js';
import { identityOf } from '#domain/home-key.js';
import { type Match, matchHome } from '#domain/home-match.js';
import type { Home, SyntheticAddress } from '#sandbox/data/home.js';
import { addressOf } from '#sandbox/data/names.js';
import { createSyntheticData } from '#sandbox/data/synthetic-data.js';
import { Chance } from '../sim/chance.js';
import { geography } from '../support/geography.js';
import { testClock } from '../support/test-clock.js';

export const HOMES = 500;
const SEED = 11;
const START_MS = Date.parse('2026-11-21T12:00:00Z');
const METERS_A_DEGREE = 111_320;
const AWAY_M = 30;
const AREA_SHARE = 0.01;
const MICRO = 1e6;

/** A row of a source, and the home that it is; null where its address has no key. */
export interface ShownHome {
  readonly truth: number;
  readonly world: string;
  readonly member: HomeMember | null;
}

const LONG: Readonly<Record<string, string>> = {
  St: 'Street',
  Ave: 'Avenue',
  Dr: 'Drive',
  Rd: 'Road',
  Ln: 'Lane',
  Blvd: 'Boulevard',
  Ct: 'Court',
  Pl: 'Place',
  Cir: 'Circle',
  Ter: 'Terrace',
  Trl: 'Trail',
  Pkwy: 'Parkway',
  Way: 'Way',
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
};
const long = (line: string): string =>
  line
    .split(' ')
    .map((word) => LONG[word] ?? word)
    .join(' ');
const doorOf = (unit: string): string => unit.replace(/^(?:APT|UNIT|#)\s*/, '');
const withUnit = (unit: string | null, sign: string): string | null =>
  unit === null ? null : sign + doorOf(unit);

type Write = (address: SyntheticAddress) => Pick<SyntheticAddress, 'line1' | 'unit'>;
/** How each source spells an address. */
const SPELLINGS: Readonly<Record<string, Write>> = {
  portal_a: ({ line1, unit }) => ({ line1, unit }),
  portal_b: ({ line1, unit }) => ({ line1: long(line1), unit: withUnit(unit, 'Apartment ') }),
  auction: ({ line1, unit }) => ({ line1: long(line1).toUpperCase(), unit: withUnit(unit, '# ') }),
  records: ({ line1, unit }) => ({
    line1: [line1.replace(/(\w)$/, '$1.'), withUnit(unit, 'Unit ')].filter(Boolean).join(', '),
    unit: null,
  }),
};
/** Rows that lack a part: a unit, or the last word of the street. */
const LACKING: Readonly<Record<string, Write>> = {
  'without its unit': ({ line1 }) => ({ line1, unit: null }),
  'without its suffix': ({ line1, unit }) => ({ line1: line1.replace(/ \w+$/, ''), unit }),
};

const homes = (): readonly Home[] =>
  [
    ...createSyntheticData({
      seed: SEED,
      homes: 0,
      places: [
        { zip: '78704', homes: 400 },
        { zip: '60614', homes: 400 },
      ],
      geo: geography(),
      clock: testClock(START_MS),
    }).homesIn({ west: -98, south: 30, east: -87, north: 42.5 }, 'listings'),
  ]
    .filter(({ form, type }) => form === 'home' && type !== 'land')
    .slice(0, HOMES);

function memberOf(
  { x, y, beds, baths, area_sqft, year_built, type }: Home,
  address: SyntheticAddress,
  source: string,
  id: number,
  chance: Chance,
): HomeMember | null {
  const identity = identityOf(address, null);
  if (typeof identity === 'string') return null;
  const away = () =>
    ((chance.below(2_001) - 1_000) / 1_000) * (AWAY_M / Math.SQRT2 / METERS_A_DEGREE);
  const size = 1 + ((chance.below(2_001) - 1_000) / 1_000) * AREA_SHARE;
  const at = new Date(START_MS);
  return {
    ...identity,
    source,
    kind: 'listings',
    source_id: `${source}-${id}`,
    feed: null,
    address,
    source_url: 'https://homes.example/1',
    lat: y / MICRO + away(),
    lng: x / MICRO + away(),
    property_type: type,
    beds,
    baths,
    living_area_sqft: area_sqft === null ? null : Math.round(area_sqft * size),
    year_built,
    parcel: null,
    status: 'for_sale',
    price_cents: null,
    list_date: null,
    state_since: at,
    removed_at: null,
    first_seen_at: at,
    last_seen_at: at,
  };
}

/** The rows of all sources. `spelled` are whole addresses; `lacking` lack a part. */
export function showWorlds(): { spelled: readonly ShownHome[]; lacking: readonly ShownHome[] } {
  const chance = new Chance(SEED, 'worlds');
  const showAll = (ways: Readonly<Record<string, Write>>): ShownHome[] =>
    homes().flatMap((home, truth) =>
      Object.entries(ways).flatMap(([world, write]) => {
        const address = addressOf(home);
        const written = { ...address, ...write(address) };
        const isSame = written.line1 === address.line1 && written.unit === address.unit;
        if (ways === LACKING && isSame) return [];
        return [{ truth, world, member: memberOf(home, written, world, truth, chance) }];
      }),
    );
  return { spelled: showAll(SPELLINGS), lacking: showAll(LACKING) };
}

/** The values of a list by a key of each. */
export function groupedBy<K, V>(list: readonly V[], keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of list) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}

/** Finds the home of a row among all rows, as the store would. */
export function matcherOf(rows: readonly ShownHome[]): (row: ShownHome) => Match | null {
  const members = rows.flatMap(({ member }) => (member === null ? [] : [member]));
  const byHome = groupedBy(members, ({ home_id }) => home_id);
  const byNumber = groupedBy(members, ({ zip, number }) => `${zip} ${number}`);
  return ({ member }) =>
    member === null
      ? null
      : matchHome({
          own: byHome.get(member.home_id) ?? [],
          linked: [],
          onParcels: [],
          near: byNumber.get(`${member.zip} ${member.number}`) ?? [],
        });
}

/** A home of an honest world: what is true of it, before a portal writes it. */
import type { Kind, PropertyType } from '#contract/values.js';
import type { Zip } from '#geo/geo.js';
import type { Draw } from './draw.js';
import { agentName, brokerName, streetName } from './names.js';
import { type Place, pointIn } from './places.js';

/** A kind of flat in a rental building. */
export interface Flat {
  readonly beds: number;
  readonly rent: number;
}

export interface Home {
  readonly id: number;
  /**
   * A building has flats and no rooms of its own; a plan is a house that a builder has not begun.
   */
  form: 'home' | 'building' | 'plan';
  type: PropertyType;
  /** The line of the street without its unit. */
  line: string;
  /** "#4", "APT 4". */
  door: string | null;
  /** The name of a building, a community or a plan. */
  name: string | null;
  city: string;
  state: string;
  zip: string;
  county: string;
  lat: number;
  lng: number;
  /** Whether the portals show where it is. */
  hasPoint: boolean;
  /** Whether its seller hides the address. */
  isHidden: boolean;
  beds: number | null;
  baths: number | null;
  area: number | null;
  lot: number | null;
  year: number | null;
  /** Asked, paid for the home, or a month's rent; null where nobody says. */
  price: number | null;
  estimate: number | null;
  rentEstimate: number | null;
  tax: number | null;
  dues: number | null;
  broker: string | null;
  agent: string | null;
  photos: number;
  /** Days since it was listed. */
  age: number;
  /** Days since it was sold. */
  soldAge: number;
  /** A sale that a county alone reports. */
  isRecord: boolean;
  channel: 'agent' | 'owner' | 'new' | 'auction' | 'foreclosure';
  flats: readonly Flat[];
  /** A single home whose link leads to the page of its building. */
  linksToBuilding: boolean;
  /** A row of another kind that the portal mixed in; it is dropped. */
  isOther: boolean;
}

const BEDS = [
  [45, 3],
  [32, 4],
  [13, 2],
  [6, 5],
  [2, 1],
  [1.5, 6],
  [0.1, 8],
  [0.05, 20],
] as const;
const RENTED: Place['market']['types'] = [
  [36, 'apartment'],
  [32, 'single_family'],
  [15, 'condo'],
  [11, 'townhouse'],
  [4, 'multi_family'],
];
const BATHS = [
  [25, 2.5],
  [18, 1],
  [14, 1.75],
  [20, 2],
  [8, 3],
  [8, 1.5],
  [4, 3.5],
  [2, 2.25],
  [1, 4.5],
] as const;

/** What a home is drawn from. */
export interface Scene {
  readonly draw: Draw;
  readonly place: Place;
  readonly kind: Kind;
}

/** An ordinary home of a place. */
export function ordinaryHome({ draw, place, kind }: Scene, zip: Zip = draw.pick(place.zips)): Home {
  const { market } = place;
  const type = draw.weighed(kind === 'rentals' ? RENTED : market.types);
  const beds = draw.weighed(BEDS);
  const area = Math.round(draw.around(beds * market.areaPerBed, 0.3));
  const price = rounded(draw, area * draw.around(market.pricePerSqft, 0.35));
  const isFlat = type === 'condo' || type === 'apartment';
  const home: Home = {
    id: draw.nextId(),
    form: 'home',
    type,
    line: `${draw.whole(1, 9_999)} ${streetName(draw)}`,
    door: isFlat ? doorOf(draw) : null,
    name: null,
    city: zip.city,
    state: zip.state,
    zip: zip.zip,
    county: place.countyOf(zip.zip),
    ...pointIn(draw, zip),
    hasPoint: true,
    isHidden: false,
    beds,
    baths: draw.weighed(BATHS),
    area,
    lot: isFlat ? null : Math.round(draw.around(7_400, 1)),
    year: draw.whole(market.firstYear, 2026),
    price,
    ...worths(draw, price),
    dues: draw.chance(isFlat ? 0.85 : 0.2) ? draw.whole(20, 900) : null,
    broker: draw.chance(0.85) ? brokerName(draw) : null,
    agent: draw.chance(0.7) ? agentName(draw) : null,
    photos: Math.max(0, Math.round(draw.around(34, 0.6)) - draw.whole(0, 6)),
    age: Math.round(draw.around(30, 1.6)),
    soldAge: draw.whole(1, 88),
    isRecord: false,
    channel: draw.weighed([
      [88, 'agent'],
      [4, 'owner'],
      [5, 'new'],
      [2, 'foreclosure'],
    ] as const),
    flats: [],
    linksToBuilding: false,
    isOther: false,
  };
  if (kind === 'rentals') asRental(draw, home);
  if (type === 'land') asLand(draw, home);
  if (type === 'multi_family' && draw.chance(0.8)) home.beds = null;
  return home;
}

/** The estimates around a price, each missing as often as on recorded rows. */
export const worths = (draw: Draw, price: number) => ({
  estimate: draw.chance(0.66) ? Math.round(draw.around(price * 0.98, 0.08) / 100) * 100 : null,
  rentEstimate: draw.chance(0.82) ? Math.round(draw.around(price * 0.0064, 0.4)) : null,
  tax: draw.chance(0.75) ? Math.round(draw.around(price * 0.55, 0.5) / 100) * 100 : null,
});

/** Most prices end in 000, others in 900 or 500. */
export const rounded = (draw: Draw, price: number): number => {
  const step = draw.weighed([
    [79, 1_000],
    [12, 500],
    [9, 100],
  ]);
  return Math.max(step, Math.round(price / step) * step) - (draw.chance(0.3) ? 100 : 0);
};

/** A month's rent in place of a price; a rental has no estimate of its worth. */
function asRental(draw: Draw, home: Home): void {
  const rent = Math.round(draw.around((home.price ?? 300_000) * 0.006, 0.3) / 5) * 5;
  home.price = Math.max(450, rent);
  home.estimate = null;
  home.tax = null;
  home.rentEstimate = draw.chance(0.8) ? Math.round(draw.around(home.price, 0.1)) : null;
  if (draw.chance(0.1)) home.beds = 0;
}

/** Land has no rooms; its estimate is rare and its rent estimate is not. */
export function asLand(draw: Draw, home: Home): void {
  home.type = 'land';
  home.beds = null;
  home.area = null;
  home.baths = null;
  home.year = null;
  home.door = null;
  home.lot = Math.round(draw.around(20_000, 2));
  home.price = rounded(draw, draw.around(90_000, 1.2));
  Object.assign(home, worths(draw, home.price));
  if (!draw.chance(0.06)) home.estimate = null;
  home.rentEstimate = draw.chance(0.97) ? Math.round(draw.between(600, 3_500)) : null;
  if (draw.chance(0.2))
    home.line = `${draw.pick(['0', 'TBD', 'LOT 7', 'L9-B9'])} ${home.line.replace(/^\S+ /, '')}`;
}

export const doorOf = (draw: Draw): string => {
  const code = `${draw.whole(1, 40)}${draw.chance(0.3) ? draw.pick(['A', 'B', 'C']) : ''}`;
  return draw.weighed([
    [45, `#${code}`],
    [38, `APT ${code}`],
    [15, `UNIT ${code}`],
    [2, `# ${code}`],
  ]);
};

/** A home of the synthetic data, before any portal formats it. */
import type { PropertyType } from '#contract/values.js';
import type { Geo, Zip } from '#geo/geo.js';
import { BEND_MICRO, type Grid, LINES_A_HALF, UNIT } from './street-grid.js';

export const MICRO = 1_000_000;

/** Kinds of requests for the data; an auction portal selects listings by channel. */
export type Trade = 'listings' | 'rentals' | 'sold';

export type HomeType = PropertyType;

/** Who sells: portals filter by it, each with its own names. */
export type Channel = 'agent' | 'owner' | 'new' | 'coming_soon' | 'auction' | 'foreclosure';

/** One ZIP of the synthetic data, with what its homes share. */
export interface Plot {
  readonly zip: Zip;
  readonly hash: number;
  /** Expected homes for sale on any day, towers excluded. */
  readonly homes: number;
  /** Units for sale in the ZIP's tower; 0 without one. */
  readonly tower: number;
  /** Half of the cover's sides in microdegrees. */
  readonly halfX: number;
  readonly halfY: number;
  /** The point that homes in the sea are moved towards: the ZIP's point, or land near it. */
  readonly inland: { readonly x: number; readonly y: number };
  readonly onLand: Geo['onLand'];
  readonly grid: Grid;
  /** Units between its streets. */
  readonly units: number;
  /** Price of an ordinary house here, in dollars. */
  readonly level: number;
  /** The length of a day of its homes: a day, or a minute where homes change every minute. */
  readonly dayMs: number;
}

/** A kind of flat in a rental building. */
export interface Flat {
  readonly beds: number;
  /** Dollars a month; null when the building does not publish it. */
  readonly rent: number | null;
  readonly is_room: boolean;
}

export interface Home {
  readonly plot: Plot;
  /** The numbering of the slot: with ZIP and slot it names the home for ever. */
  readonly series: 'sale' | 'rent' | 'building';
  readonly slot: number;
  readonly hash: number;
  readonly form: 'home' | 'building' | 'community';
  readonly status: 'for_sale' | 'pending' | 'for_rent' | 'sold';
  readonly channel: Channel;
  /** Microdegrees. */
  readonly x: number;
  readonly y: number;
  /** The home's block of flats; -1 for a single-family house. */
  readonly block: number;
  readonly type: HomeType;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly area_sqft: number | null;
  readonly lot_sqft: number | null;
  readonly year_built: number | null;
  /** Asking price: dollars, or dollars a month for rentals; null when a building names no rent. */
  readonly price: number | null;
  /** The last price change: the earlier price, and its day; null without one. */
  readonly repriced: { readonly from: number; readonly day: number } | null;
  /** Days since the epoch. */
  readonly list_day: number;
  /** The last day on which the listing changed: its price, its status. */
  readonly changed_day: number;
  /** Whether the home was withdrawn and relisted: a portal may then give it another id. */
  readonly relisted: boolean;
  readonly pending_day: number | null;
  readonly sold_day: number | null;
  readonly sale_price: number | null;
  readonly flats: readonly Flat[];
}

export interface SyntheticAddress {
  readonly line1: string;
  readonly unit: string | null;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** Edges in decimal degrees; all four belong to the box. */
export interface HomeEdges {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export const WORLD: HomeEdges = { west: -180, south: -90, east: 180, north: 90 };

/** Land-use codes of counties. */
export const LAND_USES: Readonly<Record<HomeType, string>> = {
  single_family: 'R1',
  condo: 'C1',
  townhouse: 'R2',
  multi_family: 'R4',
  land: 'V0',
  manufactured: 'M1',
  apartment: 'R9',
  other: 'X0',
};

/** The synthetic data as portals see it on the day of its clock. */
export interface SyntheticData {
  readonly seed: number;
  readonly geo: Geo;
  /** The time of the data. */
  nowMs(): number;
  /** Its day, in days since the epoch. */
  day(): number;
  /**
   * The day of the process's clock. Readers count an age back from that day, so portals that print
   * ages instead of dates count them to it.
   */
  today(): number;
  /** ZIPs that may have a home in the closed box, ordered by ZIP. */
  plotsIn(edges: HomeEdges): Iterable<Plot>;
  /**
   * All homes of a ZIP in a trade at a time. Sold homes go back soldDays, or the three years that
   * the data covers; some that were sold earlier may be among them.
   */
  homesOf(plot: Plot, trade: Trade, atMs: number, soldDays?: number): readonly Home[];
  /**
   * A number for the state of some ZIPs at a time: while it is the same, so are the homes in them.
   * It is the day, or the minute where homes of one of them change every minute.
   */
  stamp(atMs: number, holds: (plot: Plot) => boolean): number;
  /** All homes whose true point is in the closed box, on the day of the data. */
  homesIn(edges: HomeEdges, trade: Trade, soldDays?: number): Iterable<Home>;
}

/** The farthest draw of a home from its ZIP's point, in half-sides: strays leave the cover. */
export const STRAY_REACH = 1.12;
/** Then it moves to a street: half a block, at most twice as long as one in the smallest covers. */
const STREET_REACH = 1 / LINES_A_HALF;
const STREET_REACH_MICRO = BEND_MICRO + 2 * UNIT;

/** A home's maximum distance from its ZIP's point, in microdegrees, by half of the cover's side. */
export const reachOf = (half: number): number =>
  half * (STRAY_REACH + STREET_REACH) + STREET_REACH_MICRO;

/** Whether a home of a ZIP may be in the closed box. */
export function mayLie({ zip, halfX, halfY }: Plot, edges: HomeEdges): boolean {
  const x = reachOf(halfX) / MICRO;
  const y = reachOf(halfY) / MICRO;
  const { lng, lat } = zip;
  const isBeside = lng + x < edges.west || lng - x > edges.east;
  return !isBeside && lat + y >= edges.south && lat - y <= edges.north;
}

/** Whether a home's true point is in the closed box. */
export function lies(home: Home, edges: HomeEdges): boolean {
  const lng = home.x / MICRO;
  const lat = home.y / MICRO;
  return lng >= edges.west && lng <= edges.east && lat >= edges.south && lat <= edges.north;
}

/** What the application asks of the geography pack. All coordinates of boxes are microdegrees. */
import type { Box } from '#domain/box.js';

export interface Zip {
  readonly zip: string;
  readonly lat: number;
  readonly lng: number;
  readonly city: string;
  readonly state: string;
  /** Five-digit FIPS of the ZIP's county; null where none is known. */
  readonly county_fips: string | null;
  /** A square around the ZIP's point that holds nearly all of its homes. */
  readonly cover: Box;
  /** Weight of the ZIP for planning: its share of homes. */
  readonly weight: number;
}

export interface City {
  /** Names by which a row's city counts as this city, normalised (normalName). */
  readonly names: readonly string[];
  readonly state: string;
  /** ZIPs whose post office name is this city. */
  readonly zips: readonly string[];
  /** Covering boxes; they may overlap. */
  readonly cover: readonly Box[];
}

export interface County {
  /** One FIPS, or several for a former Connecticut county. */
  readonly fips: readonly string[];
  readonly name: string;
  readonly state: string;
  readonly cover: readonly Box[];
}

export interface CountyName {
  readonly fips: string;
  /** Full name, such as "Travis County" or "Orleans Parish". */
  readonly name: string;
  readonly state: string;
}

/** A point with a weight, for planning where homes are. Microdegrees. */
export interface PlaceDensity {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

export interface Geo {
  /** Hash of the pack: part of every cursor, so that a cursor of another pack is rejected. */
  readonly version: string;
  zip(zip: string): Zip | undefined;
  /** All ZIPs that have a point, ordered by ZIP. */
  zips(): Iterable<Zip>;
  state(code: string): boolean;
  city(name: string, state: string): City | undefined;
  county(name: string, state: string): County | undefined;
  countyName(fips: string): CountyName | undefined;
  /** County of a home: its point, unless its ZIP's county lies within 0.75 km of the point. */
  countyOf(lat: number, lng: number, zip: string | null): CountyName | undefined;
  /**
   * Whether a county's outline holds the point: seas and the Great Lakes are outside all of them.
   */
  onLand(lat: number, lng: number): boolean;
  /** County of a ZIP alone. */
  countyOfZip(zip: string): CountyName | undefined;
  /** ZIPs whose `county_fips` this is, in ascending order; none for an unknown county. */
  zipsOfCounty(fips: string): readonly string[];
  /** Whether a box comes within 1.5 km of a county's polygon. */
  boxMeetsCounty(box: Box, fips: string): boolean;
  /** Postal codes of the states that a box comes within 1.5 km of, in their order. */
  statesNear(box: Box): readonly string[];
  /** ZIPs whose cover meets the box. */
  zipsIn(box: Box): readonly Zip[];
  /** Density points: where homes are likely, inside the box. */
  densityPoints(box: Box): readonly PlaceDensity[];
  /** Whether the ZIP belongs to New York City. */
  inNyc(zip: string): boolean;
  /** Whether a box or circle reaches New York City. */
  boxMeetsNyc(box: Box): boolean;
  circleMeetsNyc(lat: number, lng: number, radiusMiles: number): boolean;
}

/** Postal codes of the states in which homes of a ZIP may lie: some ZIPs cross a border. */
export const statesOfZip = (geo: Pick<Geo, 'statesNear'>, { state, cover }: Zip): string[] => [
  state,
  ...geo.statesNear(cover),
];

/** A world in the making: archetypes change it one after the other. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { Filters } from '#domain/search.js';
import type { Geo } from '#geo/geo.js';
import type { Home, Scene } from './home.js';
import type { Place } from './places.js';

export interface Route {
  readonly source: SourceName;
  readonly kind: Kind;
}

/** How a portal writes its answer, where recorded answers differ. */
export interface Wire {
  /** portal_a: list cards and map cards, and what older ones lacked. */
  cards: 'list' | 'mixed' | 'map' | 'list_2023' | 'list_2022' | 'map_2023' | 'map_older';
  /** portal_b: the answer to the search in two forms, and its download. */
  form: 'homes' | 'original_homes' | 'csv' | 'csv_older';
  /** portal_b: what its days count on sold homes. */
  days: 'none' | 'since_sale' | 'on_market';
  /**
   * portal_b: whether a list ends with a few homes from beyond its area, other ones for every
   * question.
   */
  beyond: boolean;
  /** portal_b: whether a bound of the price holds for prices that no row shows. */
  leaks: boolean;
  /** portal_a: rows that a page repeats. */
  repeats: number;
  /** auction: the share of homes without an opening bid. */
  noBids: number;
}

export interface Draft extends Scene {
  readonly geo: Geo;
  readonly route: Route;
  place: Place;
  /** How many rows the area is to have. */
  rows: number;
  homes: Home[];
  filters: Filters;
  readonly wire: Wire;
}

/** What a kind of honest world is, and which sources have it. */
export interface Archetype {
  readonly name: string;
  /** Where the homes are; what they are; what the portal does not say of them; what is asked. */
  readonly role: 'place' | 'stock' | 'mark' | 'search';
  fits(route: Route): boolean;
  apply(draft: Draft): void;
}

export const always = (_route: Route): boolean => true;
/** Routes by their source, their kind after a star, or both. */
export const is =
  (...routes: readonly string[]) =>
  ({ source, kind }: Route): boolean =>
    routes.some(
      (route) => route === source || route === `${source} ${kind}` || route === `* ${kind}`,
    );
export const not =
  (...routes: readonly string[]) =>
  (route: Route): boolean =>
    !is(...routes)(route);
export const outsideNewYork = not('nyc_portal');

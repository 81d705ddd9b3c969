/** Reading an area: its input, what it requests from the source, its results and its records. */
import { assert } from '#base/assert.js';
import type { Clock } from '#base/clock.js';
import type { Row } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { Area } from '#domain/area.js';
import { type Box, boxAround, edgesAsked, MILES_PER_DEGREE } from '#domain/box.js';
import { discloses } from '#domain/disclosure.js';
import { type Changes, type Move, moved } from '#domain/moves.js';
import type { DropCause, ParsedRow } from '#domain/parsed-row.js';
import type { Position, Via } from '#domain/position.js';
import type { Filters } from '#domain/search.js';
import type { Geo } from '#geo/geo.js';
import type { AreaAsk, AreaForm, Driver, LngLat } from '#sources/driver.js';
import type { FieldHistory } from '../checks/field-history.js';
import type { FieldFault, ParsedPage } from '../checks/parsed-page.js';
import type { HomeStore } from '../pages/home-store.js';
import type { PlaceStore } from '../places/place-store.js';
import type { SourceClient } from '../upstream/source-client.js';
import { partOfState } from './state-parts.js';

/** What collecting needs of the service; it knows no credits, accounts or SQL. */
export interface CollectParts {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly geo: Geo;
  readonly client: SourceClient;
  /** How often the fields of each source are filled. */
  readonly history: FieldHistory;
  readonly places: PlaceStore;
  readonly homes: HomeStore;
}

export interface AreaSearch extends CollectParts {
  readonly source: SourceName;
  readonly kind: Kind;
  readonly driver: Driver;
  readonly area: Area;
  readonly filters: Filters;
  /** How an audit reads the area: only by place or only by boxes. Absent: the better one. */
  readonly via?: 'place' | 'boxes';
  /** An id of the caller that reveals nothing else; empty for the service's own requests. */
  readonly asker: string;
  /** Upstream pages fetched before this moment are not used. */
  readonly freshSinceMs: number;
  readonly signal: AbortSignal;
}

/** A row that belongs to the search, and the position before it. */
export interface FoundRow {
  readonly row: ParsedRow<Row>;
  readonly before: Position;
}

/** What reading an area found besides its rows. */
export class Progress {
  #position: Position;
  /** Rows dropped so far, by cause. */
  readonly dropped = new Map<DropCause, number>();
  /** What is known to be missing, one sentence each. */
  readonly missing: string[] = [];
  /** Fields that the source fills less often than it should, with the reason. */
  readonly faults = new Map<string, FieldFault>();
  /** When the oldest page used was fetched. */
  oldestReadMs = Number.POSITIVE_INFINITY;
  /** Rows the source reported for the cover; null when it reports none. */
  reportedTotal: number | null = null;
  /** Number of tiles in the current pass. */
  tiles = 1;
  /** Rows that the page still needs: how far to read ahead. */
  wanted: number;
  /** The last first page requested, so that counting and reading share one request. */
  lastFirstPage: { readonly key: string; readonly read: Promise<ParsedPage> } | null = null;

  constructor(position: Position, wanted: number) {
    this.#position = position;
    this.wanted = wanted;
  }

  get position(): Position {
    return this.#position;
  }

  move<M extends Move>(name: M, changes: Changes<M>): void {
    this.#position = moved(this.#position, name, changes);
  }

  drop(cause: DropCause): void {
    this.dropped.set(cause, (this.dropped.get(cause) ?? 0) + 1);
  }
}

type Asked = Pick<AreaSearch, 'driver' | 'area'> & { readonly geo?: Pick<Geo, 'countyName'> };

/** How this source takes the area: by the place's name where it supports that, else by box. */
export function areaForm({ driver, area }: Asked): AreaForm | 'everything' {
  const { areas } = driver.capabilities;
  const byField = FIELD_FORMS[area.test.by];
  if (byField !== undefined && areas.includes(byField)) return byField;
  return GENERAL_FORMS.find((form) => areas.includes(form)) ?? 'everything';
}

const FIELD_FORMS: { readonly [By in Area['test']['by']]?: AreaForm } = {
  zip: 'postal_code',
  city: 'city',
  county: 'county',
  circle: 'circle',
};
const GENERAL_FORMS = ['box', 'polygon', 'state', 'named_place'] as const;

/** Whether the area is read in boxes, so that it can be split and expanded. */
export function isReadInBoxes(search: Asked): boolean {
  const form = areaForm(search);
  return form === 'box' || form === 'polygon';
}

/**
 * Whether the source counts exactly the requested area with all filters of homes: its count is then
 * the search's total. The period of sales is left to each source.
 */
export function countsExactly(search: AreaSearch): boolean {
  const { area, driver, filters } = search;
  const applied: readonly string[] = [...driver.capabilities.filters, 'sort', 'sold_within_days'];
  const asked = askedFilters(search);
  const isApplied = (name: string): boolean => name in asked && applied.includes(name);
  if (!Object.keys(filters).every(isApplied)) return false;
  return isReadInBoxes(search)
    ? area.exact
    : ['postal_code', 'city', 'county', 'circle'].includes(areaForm(search));
}

/** Ids of the source's own places, joined into one token. */
export const tokenOf = (ids: readonly string[]): string => ids.join(',');
export const idsOf = (via: Via | undefined): readonly string[] | undefined =>
  via?.by === 'place' ? via.token.split(',') : undefined;

/** What to request: a box of the area, one of its states, or the whole area by its name. */
export function askFor(search: Asked, box: Box | null, via?: Via, state?: string): AreaAsk {
  const { area, driver } = search;
  const { test } = area;
  const form = areaForm(search);
  switch (form) {
    case 'box':
      assert(box !== null, 'an area that is read in boxes has one');
      return via?.by === 'place'
        ? { by: form, box, place: via.token, ...calledOf(area) }
        : { by: form, box };
    case 'polygon':
      assert(box !== null, 'an area that is read in boxes has one');
      return { by: form, box, ring: ringFor(area, box) };
    case 'postal_code':
      assert(test.by === 'zip', 'the form follows the area');
      return { by: form, postal_code: test.zip };
    case 'city':
      assert(test.by === 'city', 'the form follows the area');
      return { by: form, names: test.names, zips: test.zips, state: test.state };
    case 'state':
      assert(state !== undefined, 'an area that is read by states has one');
      return { by: form, state, ...partOfState(via) };
    case 'county':
      assert(test.by === 'county', 'the form follows the area');
      return { by: form, fips: test.fips, ...countyNames(search, test.fips) };
    case 'circle':
      assert(test.by === 'circle', 'the form follows the area');
      return { ...test, by: form, box: area.cover.reduce(boxAround) };
    case 'named_place':
      return { by: form, ids: idsOf(via) ?? driver.placesIn?.(area.cover.reduce(boxAround)) ?? [] };
    case 'everything':
      return { by: form };
  }
}

/**
 * The filters to send to a source; all are applied again to every row. Where sale prices are not
 * public, a source may compare other prices, so it is asked for sales of every price.
 */
export function askedFilters({ filters, driver, area, geo }: AreaSearch): Filters {
  const { min_price, max_price, ...others } = filters;
  if (driver.capabilities.asks_undisclosed !== false) return filters;
  if (min_price === undefined && max_price === undefined) return filters;
  const isKept = area.cover.some((box) => geo.zipsIn(box).some(({ state }) => !discloses(state)));
  return isKept ? others : filters;
}

/** What people call an area that is a place of a source; empty for other areas. */
function calledOf({ test }: Area): { readonly called?: string } {
  if (test.by === 'zip') return { called: test.zip };
  return test.by === 'city' ? { called: `${test.names[0]}, ${test.state}` } : {};
}

function countyNames({ geo }: Asked, fips: readonly string[]) {
  const counties = fips.flatMap((code) => geo?.countyName(code) ?? []);
  return { names: counties.map(({ name }) => name), state: counties[0]?.state ?? null };
}

/** Corners of the polygon around a circle: it is less than 0.2 % larger than the circle. */
const CIRCLE_CORNERS = 64;

/** A whole circle is requested as a polygon: a box around it holds a quarter more homes. */
function ringFor({ test, cover }: Area, box: Box): readonly LngLat[] {
  const [whole] = cover;
  if (test.by !== 'circle' || whole === undefined || !sameBox(whole, box)) return ringOf(box);
  // The corners lie outside the circle, so that its sides lie outside it too.
  const radius = test.radius_mi / Math.cos(Math.PI / CIRCLE_CORNERS) / MILES_PER_DEGREE;
  const wide = Math.max(0.01, Math.cos(((Math.abs(test.lat) + radius) * Math.PI) / 180));
  return Array.from({ length: CIRCLE_CORNERS + 1 }, (_corner, index) => {
    const turn = ((index % CIRCLE_CORNERS) / CIRCLE_CORNERS) * 2 * Math.PI;
    const lng = test.lng + (radius / wide) * Math.sin(turn);
    return [Math.max(-180, Math.min(180, lng)), test.lat + radius * Math.cos(turn)];
  });
}

function ringOf(box: Box): readonly LngLat[] {
  const { west, south, east, north } = edgesAsked(box);
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

const sameBox = (a: Box, b: Box): boolean =>
  a.w === b.w && a.s === b.s && a.e === b.e && a.n === b.n;

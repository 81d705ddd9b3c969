/** The listings that match a filter, in the requested order. */
import { DAY_MS } from '#contract/durations.js';
import { dayOf } from '../data/calendar.js';
import { MICRO, type Plot, type Trade, WORLD } from '../data/home.js';
import { homesInArea } from '../homes-in-area.js';
import type { Scene, WireRow } from '../portal.js';
import type { Ask, OrderBy } from './ask.js';
import { type Facts, fieldsIn, holds, mayHold } from './evaluate.js';
import { type Listing, type ListingScene, listingOf, rowOf } from './listing.js';
import type { Expression } from './parse-filter.js';

const TRADES: readonly Trade[] = ['listings', 'rentals', 'sold'];
/** Homes may lie beyond the box that contains nearly all homes of their ZIP. */
const REACH = 3;

/** A filter in two parts: what every page of a walk has in common, and the walk's position. */
export interface Walk {
  readonly common: Expression | null;
  readonly keys: Expression | null;
}

/** The fields that clients walk by: the key, or the time of a change and the key. */
const WALKED: ReadonlySet<string> = new Set(['ListingKey', 'ModificationTimestamp']);

/** Conditions on walked fields alone are the position of a client in its walk. */
export function walkOf({ filter }: Pick<Ask, 'filter'>): Walk {
  const parts = filter === null ? [] : filter.is === 'and' ? filter.parts : [filter];
  const isKey = (part: Expression) => fieldsIn(part).every((field) => WALKED.has(field));
  const joined = (some: readonly Expression[]): Expression | null =>
    some.length === 0 ? null : { is: 'and', parts: some };
  return {
    common: joined(parts.filter((part) => !isKey(part))),
    keys: joined(parts.filter(isKey)),
  };
}

/** All listings that match the common part of a filter, in order. */
export async function find(
  scene: Scene,
  listingScene: ListingScene,
  common: Expression | null,
  orders: readonly OrderBy[],
  atMs: number,
): Promise<readonly Listing[]> {
  const day = dayOf(atMs);
  const found: { readonly listing: Listing; readonly row: WireRow }[] = [];
  const area = {
    ...WORLD,
    trades: tradesOf(common),
    atMs,
    soldDays: soldDaysOf(common, day),
    wants: (plot: Plot) => mayHoldIn(plot, common, listingScene),
  };
  for await (const homes of homesInArea(scene, area)) {
    for (const home of homes) {
      const listing = listingOf(home);
      if (listing === undefined) continue;
      const row = rowOf(listing, listingScene);
      if (common === null || holds(common, row)) found.push({ listing, row });
    }
  }
  return found.sort((a, b) => compareRows(a.row, b.row, orders)).map(({ listing }) => listing);
}

/** Whether the filter can match homes of a ZIP. */
export const mayHoldIn = (plot: Plot, common: Expression | null, scene: ListingScene): boolean =>
  common === null || mayHold(common, factsOf(plot, scene)) !== 'no';

/** Kinds of homes that the filter can match, by the two fields that distinguish them. */
function tradesOf(common: Expression | null): readonly Trade[] {
  if (common === null) return TRADES;
  const can = (status: string, type: string) =>
    mayHold(
      common,
      new Map([
        ['StandardStatus', { value: status }],
        ['PropertyType', { value: type }],
      ]),
    ) !== 'no';
  const saleTypes = ['Residential', 'Residential Income', 'Land'];
  const listed = ['Active', 'Coming Soon', 'Active Under Contract', 'Pending'];
  const could: Readonly<Record<Trade, boolean>> = {
    listings: listed.some((status) => saleTypes.some((type) => can(status, type))),
    rentals: listed.some((status) => can(status, 'Residential Lease')),
    sold: saleTypes.some((type) => can('Closed', type)),
  };
  return TRADES.filter((trade) => could[trade]);
}

/** How far back the filter goes, in days; undefined when it names no day. */
function soldDaysOf(common: Expression | null, day: number): number | undefined {
  const parts = common?.is === 'and' ? common.parts : [];
  const since = parts.flatMap((part) =>
    part.is === 'compared' && part.left.field === 'CloseDate' && part.sign === 'ge'
      ? [Date.parse(String(part.value)) / DAY_MS]
      : [],
  )[0];
  return since === undefined || Number.isNaN(since) ? undefined : Math.max(0, day - since);
}

function factsOf({ zip, halfX, halfY }: Plot, { countyOf }: ListingScene): Facts {
  const x = (halfX * REACH) / MICRO;
  const y = (halfY * REACH) / MICRO;
  return new Map([
    ['City', { value: zip.city }],
    ['StateOrProvince', { value: zip.state }],
    ['PostalCode', { value: zip.zip }],
    ['CountyOrParish', { value: countyOf(zip.zip) ?? '' }],
    ['Latitude', { from: zip.lat - y, to: zip.lat + y }],
    ['Longitude', { from: zip.lng - x, to: zip.lng + x }],
  ]);
}

function compareRows(a: WireRow, b: WireRow, orders: readonly OrderBy[]): number {
  for (const { field, descending } of orders) {
    const [one, other] = [a[field] ?? null, b[field] ?? null];
    if (one === other) continue;
    if (one === null || other === null) return one === null ? 1 : -1;
    const order = (one as string | number) < (other as string | number) ? -1 : 1;
    return descending ? -order : order;
  }
  return 0;
}

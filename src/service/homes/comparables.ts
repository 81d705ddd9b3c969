/** Comparable sales of a home, the estimate made of them, and its error (docs/comparables.md). */
import {
  COMPARABLES_SHOWN,
  INTERVAL_SHARE,
  type NoError,
  type NoEstimate,
  type PriceKind,
} from '#contract/comparables.js';
import { DAY_MS } from '#contract/durations.js';
import { usd } from '#contract/field.js';
import type {
  ComparableRow,
  ComparableSubject,
  ComparablesBody,
  ComparablesQuery,
} from '#contract/operations/comparables.js';
import { apiError, invalidQuery } from '#domain/api-error.js';
import { milesBetween } from '#domain/box.js';
import {
  type Estimate,
  estimatePrice,
  METHOD_VERSION,
  type Weighed,
} from '#domain/comparables/estimate.js';
import { NO_FACTS, type PricedHome } from '#domain/comparables/facts.js';
import { intervalOf } from '#domain/comparables/interval.js';
import { isoDay, isoMonthOf } from '#domain/days.js';
import { discloses } from '#domain/disclosure.js';
import { type CountyResult, countyResult } from './county-errors.js';
import { type ComparableParts, factsOf, findAround, type ShownSale } from './find-comparables.js';
import { findMatches, type Reader } from './find-matches.js';
import { homeIdAt } from './show-home.js';

/** An earlier sale of the same home lies this near: its street line is compared only then. */
const SAME_HOME_MILES = 0.1;
const WEIGHT_DIGITS = 6;

/** Comparables of a home by its id. Throws home_not_found. */
export async function homeComparables(
  app: ComparableParts,
  reader: Reader,
  id: string,
  kind: PriceKind = 'sale',
): Promise<ComparablesBody> {
  return compare(app, reader, kind, await knownHome(app, reader, id.toLowerCase()));
}

/** Comparables of a described home. Throws unsupported_or_invalid_query and home_not_found. */
export async function describedComparables(
  app: ComparableParts,
  reader: Reader,
  { kind = 'sale', address, lat, lng, ...facts }: ComparablesQuery,
): Promise<ComparablesBody> {
  if ((lat === undefined) !== (lng === undefined) || (address ?? lat) === undefined) {
    throw invalidQuery(
      lat === undefined ? 'lat' : 'lng',
      'The home needs lat and lng together, or the address of a known home.',
    );
  }
  const known =
    address === undefined ? NOWHERE : await knownHome(app, reader, homeIdAt(app, address));
  const at = lat === undefined || lng === undefined ? known : located(app, { lat, lng });
  return compare(app, reader, kind, { ...known, ...facts, ...placeOf(at) });
}

const placeOf = ({ location, county_fips, state }: ComparableSubject) => ({
  location,
  county_fips,
  state,
});

const NOWHERE: ComparableSubject = {
  home_id: null,
  location: null,
  county_fips: null,
  state: null,
  property_type: null,
  beds: null,
  baths: null,
  living_area_sqft: null,
  lot_area_sqft: null,
  year_built: null,
};

function located({ geo }: ComparableParts, location: { lat: number; lng: number }, zip?: string) {
  const county = geo.countyOf(location.lat, location.lng, zip ?? null);
  return {
    ...NOWHERE,
    location,
    county_fips: county?.fips ?? null,
    state: county?.state ?? null,
  };
}

/** A home as its members describe it; of each fact the newest value. */
async function knownHome(
  app: ComparableParts,
  reader: Reader,
  id: string,
): Promise<ComparableSubject> {
  const match = (await findMatches(app, reader, [id])).get(id);
  if (match === undefined) throw apiError('home_not_found');
  const members = match.members
    .map(({ member }) => member)
    .sort((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
  const [newest] = members;
  const first = <T>(values: readonly (T | null)[]): T | null =>
    values.find((value) => value !== null) ?? null;
  const placed = members.find(({ lat, lng }) => lat !== null && lng !== null);
  const place =
    placed === undefined
      ? NOWHERE
      : located(app, { lat: Number(placed.lat), lng: Number(placed.lng) }, placed.zip);
  return {
    ...place,
    home_id: id,
    state: place.state ?? newest?.address.state ?? null,
    property_type: first(members.map((one) => one.property_type)),
    beds: first(members.map((one) => one.beds)),
    baths: first(members.map((one) => one.baths)),
    living_area_sqft: first(members.map((one) => one.living_area_sqft)),
    year_built: first(members.map((one) => one.year_built)),
  };
}

async function compare(
  app: ComparableParts,
  reader: Reader,
  kind: PriceKind,
  asked: ComparableSubject,
): Promise<ComparablesBody> {
  const day = Math.floor(app.clock.nowMs() / DAY_MS);
  if (kind === 'sale' && asked.state !== null && !discloses(asked.state)) {
    return bodyOf(kind, day, asked, { estimate_reason: 'not_disclosed' });
  }
  const { location, property_type, county_fips } = asked;
  if (location === null) return bodyOf(kind, day, asked, { estimate_reason: 'location_missing' });
  const until = kind === 'rent' ? day + 1 : day;
  const found = await findAround(app, reader, { kind, ...location, property_type, day: until });
  const own = ownSale(asked, found);
  const subject = own === undefined ? asked : withFactsOf(asked, own);
  if (subject.living_area_sqft === null) {
    return bodyOf(kind, day, subject, { estimate_reason: 'living_area_missing' });
  }
  const home: PricedHome = {
    ...location,
    home: own?.home ?? null,
    property_type: subject.property_type,
    facts: {
      ...NO_FACTS,
      living_area_sqft: subject.living_area_sqft,
      lot_area_sqft: subject.lot_area_sqft,
      year_built: subject.year_built,
      baths: subject.baths,
      beds: subject.beds,
    },
  };
  // What a home asks for itself says nothing of what others pay for it.
  const sales =
    kind === 'rent'
      ? found.filter((one) => one.home === null || one.home !== asked.home_id)
      : found;
  const county =
    county_fips === null ? ('no_county' as const) : await countyResult(app, kind, county_fips);
  const result = typeof county === 'string' ? null : county;
  const made = estimatePrice(home, until, sales, result?.trend ?? null);
  if (made === null)
    return bodyOf(kind, day, subject, { estimate_reason: 'too_few_sales', county });
  return bodyOf(kind, day, subject, { made, county });
}

/** The earlier sale, or the rental, of the home itself. */
function ownSale({ home_id, location }: ComparableSubject, sales: readonly ShownSale[]) {
  if (home_id === null || location === null) return undefined;
  return sales.find(
    ({ lat, lng, home }) =>
      home === home_id && milesBetween(location.lat, location.lng, lat, lng) <= SAME_HOME_MILES,
  );
}

function withFactsOf(subject: ComparableSubject, { stored }: ShownSale): ComparableSubject {
  const facts = factsOf(stored);
  return {
    ...subject,
    property_type: subject.property_type ?? stored.property_type,
    beds: subject.beds ?? facts.beds,
    baths: subject.baths ?? facts.baths,
    living_area_sqft: subject.living_area_sqft ?? facts.living_area_sqft,
    lot_area_sqft: subject.lot_area_sqft ?? facts.lot_area_sqft,
    year_built: subject.year_built ?? facts.year_built,
  };
}

type Found =
  | { readonly estimate_reason: NoEstimate; readonly county?: CountyResult | NoError }
  | { readonly made: Estimate<ShownSale>; readonly county: CountyResult | NoError };

function bodyOf(
  kind: PriceKind,
  day: number,
  subject: ComparableSubject,
  found: Found,
): ComparablesBody {
  const made = 'made' in found ? found.made : null;
  const { county = 'no_estimate' } = found;
  const result = typeof county === 'string' ? null : county;
  const interval = made === null || result === null ? null : intervalOf(made, result.bounds);
  const error = result?.error ?? null;
  const why = typeof county === 'string' ? county : 'too_few_tests';
  const shown = (made?.sales ?? [])
    .slice(0, COMPARABLES_SHOWN)
    .map((one) => rowOf(one, subject, day));
  const listed = shown.reduce((sum, { weight }) => sum + weight, 0);
  const others = (made?.sales.length ?? 0) - shown.length;
  return {
    kind,
    as_of: dateOf(day),
    method: METHOD_VERSION,
    subject,
    estimate: made === null ? null : usd(Math.round(made.price)),
    estimate_reason: 'made' in found ? null : found.estimate_reason,
    interval: interval && {
      low: usd(Math.round(interval.low)),
      high: usd(Math.round(interval.high)),
      share: INTERVAL_SHARE,
    },
    interval_reason: interval === null ? (made === null ? 'no_estimate' : why) : null,
    comparables: shown,
    others: { count: others, weight: others === 0 ? 0 : rounded(1 - listed, WEIGHT_DIGITS) },
    error,
    error_reason: error === null ? why : null,
  };
}

function rowOf(one: Weighed<ShownSale>, subject: ComparableSubject, day: number): ComparableRow {
  const { sale, miles, weight, price_now } = one;
  const facts = factsOf(sale.stored);
  const date = dateOf(sale.day);
  const more = (name: keyof typeof facts) => {
    const [theirs, own] = [facts[name], subject[name]];
    return theirs === null || own === null ? null : rounded(theirs - own, 2);
  };
  return {
    source: sale.source,
    source_id: sale.source_id,
    dataset: sale.dataset,
    date: sale.stored.has_day ? date : null,
    month: isoMonthOf(date),
    price: usd(sale.price),
    price_now: usd(rounded(price_now, 2)),
    distance_mi: rounded(miles, 2),
    age_days: day - sale.day,
    differences: {
      beds: more('beds'),
      baths: more('baths'),
      living_area_sqft: more('living_area_sqft'),
      lot_area_sqft: more('lot_area_sqft'),
      year_built: more('year_built'),
    },
    weight: rounded(weight, WEIGHT_DIGITS),
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

const dateOf = (day: number): string => isoDay(day * DAY_MS);

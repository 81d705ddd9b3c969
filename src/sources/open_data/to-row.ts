/** A mapped home as a typed row. */

import { DAY_MS } from '#contract/durations.js';
import { usd } from '#contract/field.js';
import type { ListingRow, SoldRow } from '#contract/rows.js';
import type { Money } from '#contract/values.js';
import {
  type Absent,
  absent,
  isAbsent,
  type ParsedRow,
  perSqft,
  type RowRead,
} from '#domain/parsed-row.js';
import { splitUnit } from '#domain/street-address.js';
import type { RowContext } from '../driver.js';
import { locationOf } from '../mapping/home-row.js';
import type { MappedListing } from '../mapping/listing.js';
import type { MappedField } from '../mapping/mapping.js';
import type { ImportedSale } from '../mapping/sale.js';
import { type SaleOrigin, saleExtras, saleFields } from '../mapping/sale-row.js';
import { NOT_APPLICABLE, NOT_REPORTED } from '../reasons.js';
import { mappedRow } from './live-row.js';
import type { LiveSet } from './live-set.js';

const NO_COLUMN = absent('not_reported', 'The open set does not have it.');

type Row = ParsedRow<ListingRow<'open_data', 'listings'>>;

export function saleToRow(raw: unknown, { siteBase }: RowContext): RowRead<SoldRow<'open_data'>> {
  const row = mappedRow(raw);
  if ('dropped' in row) return { dropped: row.cause, detail: row.dropped };
  if (row.isBefore) return { dropped: 'left_out', detail: 'before the period' };
  const sale = row.home as unknown as ImportedSale;
  const origin = originOf(row.live);
  return {
    row: {
      source: 'open_data',
      source_id: sale.source_id,
      source_url: sale.source_url ?? `${siteBase}/`,
      ...saleFields(sale, origin),
      extras: { ...saleExtras(sale, origin), ...rightsOf(row.live) },
    },
  };
}

const originOf = ({ mapping }: LiveSet): SaleOrigin => ({
  name: 'open set',
  missing: (field) => (mapping.fields.has(field as MappedField) ? NOT_REPORTED : NO_COLUMN),
  saleOnly: NO_COLUMN,
});

/** What is said of a set, which travels with each of its rows. */
const rightsOf = ({ set }: LiveSet) => ({
  dataset: set.name,
  licence: set.licence,
  licence_url: set.licence_url,
  attribution: set.attribution,
});

export function listingToRow(
  raw: unknown,
  context: RowContext,
): RowRead<ListingRow<'open_data', 'listings'>> {
  const row = mappedRow(raw);
  if ('home' in row) {
    return { row: rowOf(row.home as unknown as MappedListing, row.live, context) };
  }
  return { dropped: row.cause, detail: row.dropped };
}

function rowOf(home: MappedListing, live: LiveSet, { siteBase, collectedAtMs }: RowContext): Row {
  const given = <F extends Exclude<keyof MappedListing, 'source_id' | 'status'>>(field: F) =>
    home[field] ?? (live.mapping.fields.has(field) ? NOT_REPORTED : NO_COLUMN);
  const price = priceOf(given('list_price'));
  const area = given('living_area_sqft');
  const listed = given('list_date');
  return {
    source: 'open_data',
    source_id: home.source_id,
    source_url: home.source_url ?? `${siteBase}/`,
    listing_kind: 'home',
    status: home.status,
    list_price: price,
    rent_monthly: NOT_APPLICABLE,
    rent_is_from_price: false,
    list_date: listed,
    days_on_market: daysSince(listed, collectedAtMs),
    price_per_sqft: perSqft(price, area),
    beds: given('beds'),
    baths: given('baths'),
    living_area_sqft: area,
    property_type: given('property_type'),
    address: {
      ...streetOf(home, given('line1'), given('unit')),
      city: given('city'),
      state: given('state'),
      zip: given('zip'),
      county: given('county'),
      county_fips: given('county_fips'),
    },
    location: locationOf(given('lat'), given('lng'), 'open set'),
    broker_name: NO_COLUMN,
    agent_name: NO_COLUMN,
    photo_count: NO_COLUMN,
    extras: {
      status_raw: given('status_raw'),
      acquired_date: given('acquired_date'),
      year_built: given('year_built'),
      lot_area_sqft: given('lot_area_sqft'),
      ...rightsOf(live),
    },
  };
}

/** A price of 0 is how sets spell an empty one. */
function priceOf(price: number | Absent): Money | Absent {
  if (isAbsent(price)) return price;
  return price > 0 ? usd(price) : NOT_REPORTED;
}

function daysSince(day: string | Absent, nowMs: number): number | Absent {
  if (isAbsent(day)) return day;
  const days = Math.floor((nowMs - Date.parse(day)) / DAY_MS);
  return days >= 0 ? days : absent('implausible');
}

function streetOf(home: MappedListing, line1: string | Absent, unit: string | Absent) {
  if (isAbsent(line1)) return { line1, unit };
  const street = splitUnit(line1, isAbsent(unit) ? undefined : unit);
  return { line1: street.line1, unit: home.unit ?? street.unit ?? NOT_REPORTED };
}

/** What a mapped sale has in a row, whether it was copied or is read live. */
import { usd } from '#contract/field.js';
import type { Money, SalePriceDisclosure } from '#contract/values.js';
import { isoMonthOf, MONTH_CHARS } from '#domain/days.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { splitUnit } from '#domain/street-address.js';
import { undisclosed } from '../home-values.js';
import { NOT_REPORTED } from '../reasons.js';
import { locationOf } from './home-row.js';
import type { ImportedSale } from './sale.js';

const CENTS = 100;

/** Where sales come from, and what is said of the values that they lack. */
export interface SaleOrigin {
  /** As notes call it: "file", "open set". */
  readonly name: string;
  /** Why a sale has no value of a field. */
  missing(field: keyof ImportedSale): Absent;
  /** Why it has no value of a field that no sale has. */
  readonly saleOnly: Absent;
}

/** The fields of a sale that are the same wherever it comes from. Never throws. */
export function saleFields(sale: ImportedSale, origin: SaleOrigin) {
  const { missing, saleOnly } = origin;
  const { price, disclosure } = priceOf(sale, origin);
  const area = positive(sale.living_area_sqft);
  const land = sale.property_type === 'land';
  const inside = <T>(
    field: 'beds' | 'baths' | 'living_area_sqft',
    value: T | undefined,
  ): T | Absent => value ?? (land ? absent('not_applicable') : missing(field));
  return {
    sold_date: dayOf(sale, origin),
    sale_price: price,
    sale_price_disclosure: disclosure,
    list_price: saleOnly,
    list_date: saleOnly,
    sale_to_list_ratio: saleOnly,
    days_on_market: saleOnly,
    price_per_sqft: perSqft(price, area ?? missing('living_area_sqft')),
    beds: inside('beds', land ? positive(sale.beds) : sale.beds),
    baths: inside('baths', positive(sale.baths)),
    living_area_sqft: inside('living_area_sqft', area),
    property_type: sale.property_type ?? missing('property_type'),
    address: addressOf(sale, origin),
    location: locationOf(sale.lat ?? missing('lat'), sale.lng ?? missing('lng'), origin.name),
    broker_name: saleOnly,
  };
}

/** The extras of a sale that are the same wherever it comes from. */
export function saleExtras(sale: ImportedSale, { missing }: SaleOrigin) {
  const { sold_date = NOT_REPORTED } = sale;
  return {
    property_type_raw: sale.property_type_raw ?? missing('property_type_raw'),
    year_built: sale.year_built ?? missing('year_built'),
    lot_area_sqft: positive(sale.lot_area_sqft) ?? missing('lot_area_sqft'),
    parcel_id: sale.parcel_id ?? missing('parcel_id'),
    document_id: sale.document_id ?? missing('document_id'),
    neighborhood: sale.neighborhood ?? missing('neighborhood'),
    sold_month: isAbsent(sold_date) ? sold_date : isoMonthOf(sold_date),
    arms_length: sale.arms_length ?? missing('arms_length'),
    sale_code: sale.sale_code ?? missing('sale_code'),
  };
}

/** The day of a sale. Of a month nobody knows the day: it is never taken for the first. */
function dayOf({ sold_date = NOT_REPORTED }: ImportedSale, { name }: SaleOrigin): string | Absent {
  if (isAbsent(sold_date) || sold_date.length > MONTH_CHARS) return sold_date;
  return absent('not_reported', `The ${name} has the month only: extras.sold_month.`);
}

/** An area or bathrooms of 0 are how files spell an empty value: even a studio has a bathroom. */
const positive = (value: number | Absent | undefined): number | Absent | undefined =>
  value === 0 ? undefined : value;

interface SalePrice {
  readonly price: Money | Absent;
  readonly disclosure: SalePriceDisclosure;
}

/** A price in a public file is disclosed; a price of 0 is a transfer without one. */
function priceOf({ sale_price, state }: ImportedSale, { name }: SaleOrigin): SalePrice {
  if (sale_price === undefined || sale_price === 0) {
    const price = undisclosed(state ?? NOT_REPORTED, `The ${name} has no price for this sale.`);
    return { price, disclosure: 'not_disclosed' };
  }
  if (isAbsent(sale_price)) return { price: sale_price, disclosure: 'unknown' };
  if (sale_price < 0) {
    return { price: absent('implausible', 'negative'), disclosure: 'unknown' };
  }
  return { price: usd(sale_price), disclosure: 'public_record' };
}

function perSqft(price: Money | Absent, area: number | Absent): number | Absent {
  if (isAbsent(price)) return absent(price.absent);
  if (isAbsent(area)) return absent(area.absent);
  if (area <= 0) return absent('implausible');
  return Math.round((price.amount / area) * CENTS) / CENTS;
}

function addressOf(sale: ImportedSale, { missing }: SaleOrigin) {
  const { line1 = missing('line1'), unit } = sale;
  const known = typeof unit === 'string' ? unit : undefined;
  const street = isAbsent(line1) ? { line1, unit: undefined } : splitUnit(line1, known);
  return {
    line1: street.line1,
    unit: unit ?? street.unit ?? missing('unit'),
    city: sale.city ?? missing('city'),
    state: sale.state ?? missing('state'),
    zip: sale.zip ?? missing('zip'),
    county: sale.county ?? missing('county'),
    county_fips: sale.county_fips ?? missing('county_fips'),
  };
}

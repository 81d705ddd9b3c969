/** A stored sale as a typed row. */
import type { SoldRow } from '#contract/rows.js';
import type { Location, Money, SalePriceDisclosure } from '#contract/values.js';
import {
  type Absent,
  absent,
  isAbsent,
  type ParsedRow,
  type RowRead,
  usd,
} from '#domain/parsed-row.js';
import { splitUnit } from '#domain/street-address.js';
import { discloses } from '../disclosure.js';
import type { RowContext } from '../driver.js';
import { MONTH_CHARS } from '../mapping/dates.js';
import type { Stored } from '../mapping/sale.js';
import { isRaw, shapeOf } from '../raw-values.js';

const EMPTY = absent('not_reported');
const SALE_ONLY = absent('not_reported', 'The file has the sale only.');
const CENTS = 100;

type Row = ParsedRow<SoldRow<'records'>>;

/** Never throws: stored sales were made by the importer, at worst by an older one. */
export function saleToRow(raw: unknown, context: RowContext): RowRead<SoldRow<'records'>> {
  if (!isRaw(raw) || typeof raw.source_id !== 'string') {
    return { dropped: 'unreadable', detail: shapeOf(raw) };
  }
  return { row: rowOf(raw as unknown as Stored, context) };
}

function rowOf(sale: Stored, { siteBase }: RowContext): Row {
  const { price, disclosure } = priceOf(sale);
  const area = positive(sale.living_area_sqft);
  const land = sale.property_type === 'land';
  const inside = <T>(value: T | Absent | undefined): T | Absent =>
    value ?? (land ? absent('not_applicable') : EMPTY);
  return {
    source: 'records',
    source_id: sale.source_id,
    source_url: sale.source_url ?? `${siteBase}/`,
    sold_date: dayOf(sale),
    sale_price: price,
    sale_price_disclosure: disclosure,
    list_price: SALE_ONLY,
    list_date: SALE_ONLY,
    sale_to_list_ratio: SALE_ONLY,
    days_on_market: SALE_ONLY,
    price_per_sqft: perSqft(price, area ?? EMPTY),
    beds: inside(sale.beds),
    baths: inside(sale.baths),
    living_area_sqft: inside(area),
    property_type: sale.property_type ?? EMPTY,
    address: addressOf(sale),
    location: locationOf(sale),
    broker_name: SALE_ONLY,
    extras: {
      property_type_raw: sale.property_type_raw ?? EMPTY,
      year_built: sale.year_built ?? EMPTY,
      lot_area_sqft: positive(sale.lot_area_sqft) ?? EMPTY,
      parcel_id: sale.parcel_id ?? EMPTY,
      document_id: sale.document_id ?? EMPTY,
      neighborhood: sale.neighborhood ?? EMPTY,
      sold_month: monthOf(sale),
      arms_length: sale.arms_length ?? EMPTY,
      sale_code: sale.sale_code ?? EMPTY,
      dataset: sale.dataset ?? EMPTY,
      file_sha256: sale.file_sha256 ?? EMPTY,
      imported_at: sale.imported_at ?? EMPTY,
      licence: sale.licence ?? EMPTY,
      licence_url: sale.licence_url ?? EMPTY,
      attribution: sale.attribution ?? EMPTY,
      line: sale.line ?? EMPTY,
    },
  };
}

/** The day of a sale. Of a month nobody knows the day: it is never taken for the first. */
function dayOf({ sold_date = EMPTY }: Stored): string | Absent {
  if (isAbsent(sold_date) || sold_date.length > MONTH_CHARS) return sold_date;
  return absent('not_reported', 'The file has the month only: extras.sold_month.');
}

function monthOf({ sold_date = EMPTY }: Stored): string | Absent {
  return isAbsent(sold_date) ? sold_date : sold_date.slice(0, MONTH_CHARS);
}

/** An area of 0 is how files spell an empty one. */
const positive = (value: number | Absent | undefined): number | Absent | undefined =>
  value === 0 ? undefined : value;

interface SalePrice {
  readonly price: Money | Absent;
  readonly disclosure: SalePriceDisclosure;
}

/** A price in a public file is disclosed; a price of 0 is a transfer without one. */
function priceOf({ sale_price, state }: Stored): SalePrice {
  if (sale_price === undefined || sale_price === 0) {
    const detail =
      typeof state === 'string' && !discloses(state)
        ? `${state} is a non-disclosure state: sale prices are not public.`
        : 'The file has no price for this sale.';
    return { price: absent('not_disclosed', detail), disclosure: 'not_disclosed' };
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

function addressOf(sale: Stored): Row['address'] {
  const { line1 = EMPTY, unit } = sale;
  const known = typeof unit === 'string' ? unit : undefined;
  const street = isAbsent(line1) ? { line1, unit: undefined } : splitUnit(line1, known);
  return {
    line1: street.line1,
    unit: unit ?? street.unit ?? EMPTY,
    city: sale.city ?? EMPTY,
    state: sale.state ?? EMPTY,
    zip: sale.zip ?? EMPTY,
    county: sale.county ?? EMPTY,
    county_fips: sale.county_fips ?? EMPTY,
  };
}

/** No other source provides a point: a home without one is found by its ZIP, city or county. */
function locationOf({ lat = EMPTY, lng = EMPTY }: Stored): Location | Absent {
  if (isAbsent(lat)) return lat;
  if (isAbsent(lng)) return lng;
  if (lat === 0 && lng === 0) return EMPTY;
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isOnEarth ? { lat, lng } : absent('implausible', `The file has ${lat}, ${lng}.`);
}

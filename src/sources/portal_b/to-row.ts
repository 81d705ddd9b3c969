/** One upstream row as a typed row, or the reason why not. */
import type { SoldRow } from '#contract/rows.js';
import {
  type Absent,
  absent,
  isAbsent,
  type ParsedRow,
  perSqft,
  type RowRead,
} from '#domain/parsed-row.js';
import type { RowContext } from '../driver.js';
import { isRaw, type Raw, shapeOf } from '../raw-values.js';
import { addressOf, locationOf, stateOf } from './address.js';
import { propertyType, saleState } from './codes.js';
import { daysOnMarket, soldDate } from './days.js';
import {
  bathsOf,
  bedsOf,
  brokerOf,
  hoaFee,
  livingArea,
  lotArea,
  priceIn,
  sourceId,
  sourceUrl,
  typeCode,
  yearBuilt,
} from './home.js';
import { fromMls, salePrice } from './price.js';
import { textIn } from './values.js';

const SALE_ONLY = absent('not_on_search_page', 'The search page shows the sale only.');
const NOT_DISCLOSED = absent('not_disclosed');
const NO_MLS = absent('not_applicable', 'The sale is known from county records only.');

export function soldToRow(raw: unknown, context: RowContext): RowRead<SoldRow<'portal_b'>> {
  if (!isRaw(raw)) return { dropped: 'unreadable', detail: shapeOf(raw) };
  const id = sourceId(raw);
  if (id === undefined) return { dropped: 'unreadable', detail: shapeOf(raw) };
  const state = saleState(raw);
  if (state === 'on_market') return { dropped: 'on_market', detail: 'The home is for sale.' };
  if (state === 'unknown') return { dropped: 'outside_filters', detail: 'The row is not a sale.' };
  return { row: soldOf(raw, id, context) };
}

/** The row of a home; its state is not checked. Members are written out, since spreads are slow. */
export function soldOf(raw: Raw, id: string, context: RowContext): ParsedRow<SoldRow<'portal_b'>> {
  const type = propertyType(raw);
  const state = stateOf(raw);
  const area = livingArea(raw, type);
  const { price, disclosure, asked } = salePrice(raw, state);
  return {
    source: 'portal_b',
    source_id: id,
    source_url: sourceUrl(raw, id, context.siteBase),
    sold_date: soldDate(raw),
    sale_price: price,
    sale_price_disclosure: disclosure,
    list_price: asked ?? SALE_ONLY,
    list_date: SALE_ONLY,
    sale_to_list_ratio: asked === null ? SALE_ONLY : NOT_DISCLOSED,
    days_on_market: daysOnMarket(raw),
    price_per_sqft: perSqft(price, area),
    beds: bedsOf(raw, type),
    baths: bathsOf(raw, type),
    living_area_sqft: area,
    property_type: type,
    address: addressOf(raw, type, state),
    location: locationOf(raw),
    broker_name: brokerOf(raw),
    extras: {
      property_type_code: typeCode(raw),
      mls_status: mlsStatus(raw),
      year_built: yearBuilt(raw, type),
      lot_area_sqft: lotArea(raw),
      hoa_fee_monthly: hoaFee(raw),
      original_list_price: priceIn(raw.originalPrice),
      previous_list_price: priceIn(raw.previousPrice),
    },
  };
}

/** A sale that no MLS reported has no MLS status. */
function mlsStatus(raw: Raw): string | Absent {
  const status = textIn(raw.mlsStatus);
  return isAbsent(status) && status.absent === 'not_reported' && !fromMls(raw) ? NO_MLS : status;
}

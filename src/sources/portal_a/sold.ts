/** A sold home as a typed row. */
import type { SoldRow } from '#contract/rows.js';
import { absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { undisclosed } from '../home-values.js';
import { soldDate } from './days.js';
import { homeExtras, homeOf } from './home.js';
import { salePrice } from './prices.js';
import type { View } from './view.js';

type SoldRead = ParsedRow<SoldRow<'portal_a'>>;
type Identity = Pick<SoldRead, 'source' | 'source_id' | 'source_url'>;

export function soldOf(identity: Identity, view: View): SoldRead {
  const exact = salePrice(view);
  const home = homeOf(view, exact ?? absent('not_disclosed'));
  const detail = 'A sold card shows the sale only.';
  return {
    source: identity.source,
    source_id: identity.source_id,
    source_url: identity.source_url,
    sold_date: soldDate(view),
    sale_price: exact ?? undisclosed(home.address.state, 'The source shows no sale price.'),
    // The search page shows a price without its origin, or none; an unreadable one shows neither.
    sale_price_disclosure: exact === undefined ? 'not_disclosed' : 'unknown',
    list_price: absent('not_on_search_page', detail),
    list_date: absent('not_on_search_page', detail),
    sale_to_list_ratio: absent('not_on_search_page', detail),
    days_on_market: absent('not_on_search_page', detail),
    price_per_sqft: home.price_per_sqft,
    beds: home.beds,
    baths: home.baths,
    living_area_sqft: home.living_area_sqft,
    property_type: home.property_type,
    address: home.address,
    location: home.location,
    broker_name:
      isAbsent(home.broker_name) && home.broker_name.absent === 'not_reported'
        ? absent('not_on_search_page')
        : home.broker_name,
    extras: homeExtras(view),
  };
}

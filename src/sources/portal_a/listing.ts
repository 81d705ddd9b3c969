/** A home or building for sale or for rent as a typed row. */
import type { ListingRow } from '#contract/rows.js';
import type { ListingStatus } from '#contract/values.js';
import { type Absent, absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import type { RowContext } from '../driver.js';
import { isRaw, listOf, rawOf, shapeOf, textOf } from '../raw-values.js';
import { daysOnSource, listDate } from './days.js';
import { byOwner, homeExtras, homeOf } from './home.js';
import { availableDate, lastPriceChange, openHouse } from './news.js';
import { askingPrice, monthlyRent, unitRents } from './prices.js';
import type { View } from './view.js';

type ListingRead = ParsedRow<ListingRow<'portal_a', 'listings'>>;
type Identity = Pick<ListingRead, 'source' | 'source_id' | 'source_url'>;

/** "Ada Lane DRE #01234567": the licence number is not part of the name. */
const LICENCE = /[\s,|•-]*\b(?:(?:cal)?\s?dre|bre|lic(?:ense|ence)?|licensed)\b.*$/i;

export function listingOf(
  kind: 'listings' | 'rentals',
  identity: Identity,
  status: ListingStatus,
  view: View,
  context: RowContext,
): ListingRead {
  const isRental = kind === 'rentals';
  const price = isRental ? monthlyRent(view) : askingPrice(view);
  const home = homeOf(view, price.money);
  const extras = homeExtras(view);
  const [change, visit] = [lastPriceChange(view), openHouse(view)];
  // Members are written out: a spread in a literal costs more than reading the values.
  return {
    source: identity.source,
    source_id: identity.source_id,
    source_url: identity.source_url,
    listing_kind: view.form === 'home' ? 'home' : 'building',
    status,
    list_price: isRental ? absent('not_applicable') : price.money,
    rent_monthly: isRental ? price.money : absent('not_applicable'),
    rent_is_from_price: isRental && !isAbsent(price.money) && price.from,
    list_date: listDate(view, context),
    days_on_market: daysOnSource(view),
    price_per_sqft: home.price_per_sqft,
    beds: home.beds,
    baths: home.baths,
    living_area_sqft: home.living_area_sqft,
    property_type: home.property_type,
    address: home.address,
    location: home.location,
    broker_name: home.broker_name,
    agent_name: agentOf(view, isRental),
    photo_count: photosOn(view),
    extras: {
      home_type_raw: extras.home_type_raw,
      days_on_zillow: extras.days_on_zillow,
      zestimate: extras.zestimate,
      rent_zestimate: extras.rent_zestimate,
      tax_assessed_value: extras.tax_assessed_value,
      building_name: buildingName(view),
      units: isRental ? unitRents(view) : [],
      lot_area_sqft: extras.lot_area_sqft,
      last_price_change: change.amount,
      last_price_change_date: change.day,
      available_date: availableDate(view, isRental),
      open_house: visit.words,
      open_house_date: visit.day,
    },
  };
}

function agentOf(view: View, isRental: boolean): string | Absent {
  const sent = textOf(view.card.info6String, view.info.info6String);
  if (isAbsent(sent)) return sent;
  const name = sent?.replace(LICENCE, '').trim();
  if (name) return name;
  if (view.form !== 'home' || byOwner(view)) return absent('not_applicable');
  return absent(isRental ? 'not_on_search_page' : 'hidden_by_source');
}

/**
 * The number of photos on the card, from the newer list if the older one is empty; a card without a
 * list does not show it. `responsivePhotos` and `photoCount` are not read: on land they belong to
 * homes nearby.
 */
function photosOn({ card }: View): number | Absent {
  const { carouselPhotos: older } = card;
  const newer = rawOf(card.carouselPhotosComposable).photoData;
  const photos = Array.isArray(older) && older.length === 0 ? (newer ?? older) : (older ?? newer);
  if (photos === undefined || photos === null) return absent('not_on_search_page');
  const areListed = Array.isArray(photos) && photos.every((photo) => !Array.isArray(photo));
  return areListed ? photos.length : absent('unreadable', shapeOf(photos));
}

function buildingName({ card, info, form }: View): string | Absent {
  const name = textOf(card.buildingName, card.communityName, info.buildingName);
  if (name !== undefined) return name;
  if (form === 'home') return absent('not_applicable');
  // Where a home has its status, an unnamed building has its name; a community never does.
  const hasUnits = form === 'building' && listOf(card.units).some(isRaw);
  return (hasUnits ? textOf(card.statusText) : undefined) ?? absent('not_reported');
}

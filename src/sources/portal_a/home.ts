/** What every row says about the home itself, for sale, for rent or sold. */
import type { Money, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent, perSqft } from '#domain/parsed-row.js';
import { bedsIn, dollarsIn, pageAddress } from '../home-values.js';
import { numberOf, positiveOf, rawOf, textOf, textOr } from '../raw-values.js';
import { addressOf, locationOf } from './address.js';
import { propertyType, statusGroup } from './codes.js';
import { daysOnSource } from './days.js';
import { lotArea } from './lot.js';
import { gapOf, type View } from './view.js';

/** The members with the source's id, best first, by the form of the row. */
const ID_MEMBERS: Readonly<Record<View['form'], readonly string[]>> = {
  home: ['zpid', 'id'],
  // A building's own id is its point as text and changes form; its lot's id does not.
  building: ['lotId', 'zpid', 'id', 'buildingId'],
  community: ['plid', 'id'],
};
/** A building's point as its id: "40.7375_rrc2*-rrc_74.04615" instead of "40.7375--74.04615". */
const DASHES_IN_ID = '_rrc2*-rrc_';

/** The source's id, or undefined when the row has none. */
export function sourceId({ card, info, form }: View): string | undefined {
  for (const member of ID_MEMBERS[form]) {
    const id = card[member] ?? info[member];
    if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return String(id);
    if (typeof id === 'string' && id.trim() !== '') return id.trim().replace(DASHES_IN_ID, '--');
  }
  return undefined;
}

/**
 * The home's page: as sent if absolute, else below the source's site. For rows without one it is
 * built from the id as on every row seen; a building's cannot be built from its id.
 */
export function sourceUrl(
  { card, info, form }: View,
  id: string,
  siteBase: string,
): string | undefined {
  const given = textOr(card.detailUrl, info.detailUrl, card.hdpUrl, info.hdpUrl);
  if (given !== undefined) return pageAddress(siteBase, given);
  if (form === 'building') return undefined;
  const page = form === 'community' ? `community/${id}_plid/` : `homedetails/${id}_zpid/`;
  return pageAddress(siteBase, page);
}

/** `price` is the numerator of price_per_sqft: the asking price, the rent or the sale price. */
export function homeOf(view: View, price: Money | Absent) {
  const type = propertyType(view);
  const area = livingArea(view, type);
  return {
    price_per_sqft: perSqft(price, area),
    beds: bedsOf(view, type),
    baths: bathsOf(view, type),
    living_area_sqft: area,
    property_type: type,
    address: addressOf(view, type),
    location: locationOf(view),
    broker_name: brokerOf(view),
  };
}

export function homeExtras(view: View) {
  return {
    home_type_raw: textOf(view.info.homeType) ?? absent(gapOf(view, 'homeType')),
    days_on_zillow: daysOnSource(view),
    zestimate: estimate(view, 'zestimate'),
    rent_zestimate: estimate(view, 'rentZestimate'),
    tax_assessed_value: estimate(view, 'taxAssessedValue'),
    lot_area_sqft: lotArea(view),
  };
}

/** Whether the owner sells the home, so that it has no agent and no broker. */
export const byOwner = ({ info }: View): boolean => rawOf(info.listing_sub_type).is_FSBO === true;

export function livingArea(view: View, type: PropertyType | Absent): number | Absent {
  const area = positiveOf(view.card.area, view.info.livingArea);
  return typeof area === 'number' ? Math.round(area) : (area ?? unmeasured(view, type));
}

export function bathsOf(view: View, type: PropertyType | Absent): number | Absent {
  // 0.0 means unknown baths: even a studio has one.
  return positiveOf(view.card.baths, view.info.bathrooms) ?? unmeasured(view, type);
}

export function bedsOf(view: View, type: PropertyType | Absent): number | Absent {
  const beds = numberOf(view.card.beds, view.info.bedrooms);
  if (typeof beds !== 'number') return beds ?? unmeasured(view, type);
  return bedsIn(beds, type);
}

/** Land has no rooms; a building or community has homes of several sizes. */
const unmeasured = (view: View, type: PropertyType | Absent): Absent =>
  absent(view.form !== 'home' || type === 'land' ? 'not_applicable' : 'not_reported');

/** The card's broker may belong to another listing: a sold home that is for rent now. */
const OF_ANOTHER_LISTING = absent(
  'not_on_search_page',
  'The card shows the broker of another listing of this home.',
);

function isAnotherListing({ info }: View): boolean {
  const [shown, own] = [statusGroup(info.homeStatusForHDP), statusGroup(info.homeStatus)];
  return shown !== undefined && own !== undefined && shown !== own;
}

function brokerOf(view: View): string | Absent {
  const sent = textOf(view.card.brokerName, view.info.brokerName);
  if (isAbsent(sent)) return sent;
  const name = sent?.replace(/^listing (?:provided )?by:\s*/i, '');
  if (name) return isAnotherListing(view) ? OF_ANOTHER_LISTING : name;
  return absent(byOwner(view) ? 'not_applicable' : gapOf(view, 'brokerName'));
}

const estimate = (view: View, member: string): Money | Absent =>
  dollarsIn(positiveOf(view.info[member], view.card[member]) ?? absent(gapOf(view, member)));

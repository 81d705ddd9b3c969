/**
 * One view over the eight forms in which the source shows a home: list row, map row, community row,
 * sold row, rental home, rental building, a bare homeInfo, and the `property` object of its second
 * API. `card` is the row as shown, `info` its homeInfo; the second API is converted to both.
 */
import type { NoteReason } from '#contract/values.js';
import type { RowView } from '../expectations.js';
import { EMPTY, isRaw, listOf, numberOr, type Raw, rawOf } from '../raw-values.js';

export interface View {
  readonly card: Raw;
  readonly info: Raw;
  /** Whether the row has a homeInfo at all; rental cards do not. */
  readonly detailed: boolean;
  /** A community is a group of new homes that a builder sells under one name. */
  readonly form: 'home' | 'building' | 'community';
}

/** The view that an expectation of this source looks at. */
export const asView = (view: RowView) => view as unknown as View;
export const isHome = (view: RowView): boolean => asView(view).form === 'home';

export function viewOf(raw: Raw, collectedAtMs: number): View {
  if (isRaw(raw.property)) return ofProperty(raw.property, collectedAtMs);
  const form = formOf(raw);
  const hdpData = rawOf(raw.hdpData);
  if (isRaw(hdpData.homeInfo)) return { card: raw, info: hdpData.homeInfo, detailed: true, form };
  const flattened = raw.homeType !== undefined || raw.homeStatus !== undefined;
  return { card: raw, info: flattened ? raw : EMPTY, detailed: flattened, form };
}

/** Why a member of homeInfo is missing from this row. */
export function gapOf(view: View, member: string): NoteReason {
  if (view.form !== 'home') return 'not_applicable';
  return view.detailed || member in view.card ? 'not_reported' : 'not_on_search_page';
}

/** Whether the source hides the home's location. */
export const isHidden = ({ card, info }: View): boolean =>
  card.isUndisclosedAddress === true || info.isUndisclosedAddress === true;

function formOf(raw: Raw): View['form'] {
  const hasZpid = raw.zpid !== undefined && raw.zpid !== null;
  if (!hasZpid && raw.plid !== undefined && raw.plid !== null) return 'community';
  if (raw.isBuilding === true || listOf(raw.units).length > 0) return 'building';
  return !hasZpid && raw.buildingId !== undefined ? 'building' : 'home';
}

function ofProperty(property: Raw, collectedAtMs: number): View {
  const { address, location, price, estimates, listing } = property;
  const rules = rawOf(rawOf(property.propertyDisplayRules).mls);
  const listedMs = numberOr(property.listingDateTimeOnZillow);
  const info: Raw = {
    ...rawOf(address),
    ...rawOf(location),
    zpid: property.zpid,
    bedrooms: property.bedrooms,
    bathrooms: property.bathrooms,
    livingArea: property.livingArea,
    price: isRaw(price) ? price.value : price,
    zestimate: rawOf(estimates).zestimate,
    rentZestimate: rawOf(estimates).rentZestimate,
    taxAssessedValue: isRaw(property.taxAssessment)
      ? property.taxAssessment.taxAssessedValue
      : property.taxAssessment,
    lotAreaValue: rawOf(property.lotSizeWithUnit).lotSize,
    lotAreaUnit: rawOf(property.lotSizeWithUnit).lotSizeUnit,
    priceChange: rawOf(price).priceChange,
    datePriceChanged: rawOf(price).changedDate,
    homeType: property.propertyType,
    homeStatus: rawOf(listing).listingStatus,
    daysOnZillow: property.daysOnZillow,
    timeOnZillow: listedMs === undefined ? undefined : collectedAtMs - listedMs,
    isUndisclosedAddress: property.isUndisclosedAddress,
  };
  const card: Raw = {
    brokerName: rules.brokerName,
    carouselPhotos: photosOf(rawOf(property.media)),
  };
  return { card, info, detailed: true, form: 'home' };
}

/** The photos of the second API, by size. Empty lists beside a photo do not count as no photos. */
function photosOf(media: Raw): unknown {
  const { highResolution, medium } = rawOf(media.allPropertyPhotos);
  const photos = listOf(highResolution).length > 0 ? highResolution : (medium ?? highResolution);
  const isEmpty = Array.isArray(photos) && photos.length === 0;
  const hasPhoto = Object.values(rawOf(media.propertyPhotoLinks)).some((link) => Boolean(link));
  return isEmpty && hasPhoto ? undefined : photos;
}

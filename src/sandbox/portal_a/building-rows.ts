/** Rows for many homes: rental buildings and builders' communities. */
import { unit, whole } from '../data/chance.js';
import { MICRO } from '../data/home.js';
import { addressOf, brokerOf, groveOf } from '../data/names.js';
import type { WireRow } from '../portal.js';
import { GAP, type RowScene, type Shown } from './shown.js';
import { dollars, pointOf, slug } from './words.js';

const NAMELESS_SHARE = 0.15;
const BASE_RENT_SHARE = 0.4;
const STUDIO_WORD_SHARE = 0.3;
const WRONG_WORDS_SHARE = 0.8;

/** A rental building: no price, beds or baths of its own, its flats in `units`. */
export function buildingRow(shown: Shown, scene: RowScene): WireRow {
  const { home, id, hash } = shown;
  const address = addressOf(home);
  const name = groveOf(home);
  const dashes = unit(hash, GAP.shape) < 0.5 ? '--' : '_rrc2*-rrc_';
  const place = `${home.y / MICRO}${dashes}${Math.abs(home.x / MICRO)}`;
  const words = slug(`${name} ${address.city} ${address.state}`).toLowerCase();
  return {
    zpid: place,
    id: place,
    lotId: id,
    statusType: 'FOR_RENT',
    statusText: name,
    detailUrl: `/b/${words}-${id.toString(36)}/`,
    latLong: pointOf(shown, scene),
    units: home.flats.map((flat) => ({
      price:
        flat.rent === null ? 'Price Unknown' : `${dollars(flat.rent)}${flat.is_room ? '' : '+'}`,
      beds:
        flat.beds === 0 && unit(hash, GAP.beds) < STUDIO_WORD_SHARE ? 'Studio' : String(flat.beds),
      ...(flat.is_room ? { roomForRent: true } : {}),
    })),
    ...(unit(hash, GAP.type) < NAMELESS_SHARE ? {} : { buildingName: name }),
    isBuilding: true,
    address: `${address.line1}, ${address.city}, ${address.state}`,
    addressStreet: address.line1,
    addressCity: address.city,
    addressState: address.state,
    addressZipcode: address.zip,
    availabilityCount: whole(hash, GAP.days, 1, 40),
    ...(unit(hash, GAP.estimate) < BASE_RENT_SHARE && home.price !== null
      ? { minBaseRent: home.price }
      : {}),
    canSaveBuilding: true,
    has3DModel: false,
    isFeaturedListing: unit(hash, GAP.words) < 0.5,
    list: true,
    relaxed: false,
  };
}

/** A builder's community: a plid instead of a zpid, no hdpData, and the text "For Rent". */
export function communityRow(shown: Shown): WireRow {
  const { home, id, hash } = shown;
  const address = addressOf(home);
  const name = groveOf(home);
  return {
    plid: String(id),
    isBuilding: true,
    price: shown.price === null ? '' : `From ${dollars(shown.price)}`,
    ...(shown.beds === null ? {} : { minBeds: shown.beds }),
    ...(shown.baths === null ? {} : { minBaths: shown.baths }),
    ...(shown.area === null ? {} : { minArea: shown.area }),
    communityName: name,
    builderName: brokerOf(home).replace(/ \S.*$/, ' Builders'),
    unitCount: whole(hash, GAP.days, 2, 60),
    statusType: 'FOR_SALE',
    statusText: unit(hash, GAP.words) < WRONG_WORDS_SHARE ? 'For Rent' : 'New construction',
    countryCurrency: '$',
    address: `${name}, ${address.line1}, ${address.city}, ${address.state} ${address.zip}`,
    latLong: { latitude: home.y / MICRO, longitude: home.x / MICRO },
    detailUrl: `/community/${slug(`${name} ${address.city}`).toLowerCase()}/${id}_plid/`,
    list: true,
    relaxed: false,
  };
}

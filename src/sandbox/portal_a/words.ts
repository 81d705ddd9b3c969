/** How portal_a formats values: money, addresses, links, names, photos. */
import { placeholderSite } from '#contract/sources.js';
import { unit, whole } from '../data/chance.js';
import { type Home, type HomeType, MICRO } from '../data/home.js';
import { addressOf, agentOf, brokerOf } from '../data/names.js';
import type { WireRow } from '../portal.js';
import { GAP, type RowScene, type Shown } from './shown.js';

const SITE = placeholderSite('portal_a');
const UNDISCLOSED = '(undisclosed Address)';
const BROKER_SHARE = 0.8;
const LISTING_BY_SHARE = 0.12;
const AGENT_SHARE = 0.35;
const LICENCE_SHARE = 0.3;
const PHOTOS_MAX = 24;
const PLACEHOLDER_SHARE = 0.03;

export const HOME_TYPES: Readonly<Record<HomeType, string>> = {
  single_family: 'SINGLE_FAMILY',
  condo: 'CONDO',
  townhouse: 'TOWNHOUSE',
  multi_family: 'MULTI_FAMILY',
  land: 'LOT',
  manufactured: 'MANUFACTURED',
  apartment: 'APARTMENT',
  other: 'HOME_TYPE_UNKNOWN',
};

/** `$224,900`. */
export const dollars = (amount: number): string => `$${GROUPED.format(amount)}`;

// Created once: toLocaleString would create one for every price.
const GROUPED = new Intl.NumberFormat('en-US');

const MILLION = 1_000_000;
/** Rounded as in sold rows: `$1.08M`, and whole thousands below a million. */
export const roundedDollars = (amount: number): string =>
  amount >= MILLION
    ? `$${(amount / MILLION).toFixed(2)}M`
    : dollars(Math.round(amount / 1_000) * 1_000);

export const isHidden = (shown: Shown, scene: RowScene): boolean =>
  shown.home.form === 'home' && unit(shown.hash, GAP.hidden) < scene.hidden;

/** The address as the list formats it. */
export function addressMembers(shown: Shown, scene: RowScene): WireRow {
  const address = addressOf(shown.home);
  const hidden = isHidden(shown, scene);
  const street = hidden ? UNDISCLOSED : streetOf(shown);
  return {
    address: `${street}, ${address.city}, ${address.state} ${address.zip}`,
    addressStreet: street,
    addressCity: address.city,
    addressState: address.state,
    addressZipcode: address.zip,
    isUndisclosedAddress: hidden,
  };
}

/** The street line; rentals without a unit sometimes have a meaningless number. */
export function streetOf(shown: Shown): string {
  const { line1, unit: door } = addressOf(shown.home);
  if (door !== null) return `${line1} ${door}`;
  const odd = shown.home.status === 'for_rent' && unit(shown.hash, GAP.words) < PLACEHOLDER_SHARE;
  return odd ? `${line1} #${whole(shown.hash, GAP.words + 1, 10_000, 99_999)}` : line1;
}

/** The point, or nothing when the address is withheld. */
export const pointOf = (shown: Shown, scene: RowScene): WireRow =>
  isHidden(shown, scene) ? {} : { latitude: shown.home.y / MICRO, longitude: shown.home.x / MICRO };

/** The address inside homeInfo. */
export function infoAddress(shown: Shown, scene: RowScene): WireRow {
  const address = addressOf(shown.home);
  const hidden = isHidden(shown, scene);
  return {
    streetAddress: hidden ? UNDISCLOSED : streetOf(shown),
    ...(address.unit === null || hidden ? {} : { unit: titled(address.unit) }),
    zipcode: address.zip,
    city: address.city,
    state: address.state,
    ...pointOf(shown, scene),
  };
}

const titled = (door: string): string =>
  door.startsWith('#') ? door : door.charAt(0) + door.slice(1, 4).toLowerCase() + door.slice(4);

/** The home's page, absolute in the list and relative on the map. */
export function pageOf(shown: Shown, scene: RowScene, absolute: boolean): string {
  const { line1, city, state, zip } = addressOf(shown.home);
  const words = isHidden(shown, scene) ? [city, state, zip] : [line1, city, state, zip];
  const path = `/homedetails/${slug(words.join(' '))}/${shown.id}_zpid/`;
  return absolute ? SITE + path : path;
}

export const slug = (text: string): string => text.replaceAll(/[^A-Za-z0-9]+/g, '-');

/** Broker and agent, where the portal names them. */
export function sellers(shown: Shown, home: Home): WireRow {
  const brokerChance = unit(shown.hash, GAP.broker);
  const agentChance = unit(shown.hash, GAP.agent);
  const prefix = brokerChance < LISTING_BY_SHARE ? 'Listing by: ' : '';
  const licence =
    agentChance < AGENT_SHARE * LICENCE_SHARE
      ? ` DRE # 0${whole(shown.hash, GAP.agent + 1, 1_000_000, 2_199_999)}`
      : '';
  return {
    ...(brokerChance < BROKER_SHARE ? { brokerName: prefix + brokerOf(home) } : {}),
    ...(agentChance < AGENT_SHARE ? { info6String: agentOf(home) + licence } : {}),
  };
}

/** Photos in the older or the newer form, or none. */
export function photos(shown: Shown): WireRow {
  return shown.home.type === 'land' ? { ...NEIGHBOURS, ...ownPhotos(shown) } : ownPhotos(shown);
}

/** What cards of land show in addition: photos of nearby homes, and their number. */
const NEIGHBOURS: WireRow = {
  photoCount: 7,
  responsivePhotos: Array.from({ length: 7 }, (_, at) => ({
    url: `https://img.example.invalid/nearby-${at + 1}.jpg`,
  })),
};

function ownPhotos(shown: Shown): WireRow {
  const count = whole(shown.hash, GAP.photos, 0, PHOTOS_MAX);
  if (count === 0) return { hasImage: false };
  const names = Array.from({ length: count }, (_, index) => `${shown.id}-${index + 1}`);
  if (unit(shown.hash, GAP.photos + 1) < 0.3) {
    return {
      hasImage: true,
      carouselPhotos: names.map((name) => ({ url: `https://img.example.invalid/${name}.jpg` })),
    };
  }
  return {
    hasImage: true,
    carouselPhotosComposable: {
      baseUrl: 'https://img.example.invalid/{photoKey}.jpg',
      photoData: names.map((photoKey) => ({ photoKey })),
    },
  };
}

/** Only members with a known value: this portal omits the rest. */
export function known(members: Readonly<Record<string, unknown>>): WireRow {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

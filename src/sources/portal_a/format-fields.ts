/** The fields that identify this source's format, by kind: their loss shows a change of format. */

import { discloses } from '#domain/disclosure.js';
import { isAbsent } from '#domain/parsed-row.js';
import {
  describingField,
  essentialField,
  type FormatField,
  placewiseField,
} from '../format-fields.js';
import { textOr } from '../raw-values.js';
import { cityOf, locationOf, stateOf, streetOf, zipOf } from './address.js';
import { namesStatus, propertyType } from './codes.js';
import { bathsOf, bedsOf, sourceId } from './home.js';
import { namesPrice, salePrice } from './prices.js';
import { isHidden, type View } from './view.js';

type Field = FormatField<View>;
type Test = (view: View) => boolean;

const given = (value: unknown): boolean => value !== undefined && !isAbsent(value);
const always: Test = () => true;
const shown: Test = (view) => !isHidden(view);
const isHome: Test = (view) => view.form === 'home';
/** Plans of a builder's homes have no street and ZIP yet. */
const placed: Test = (view) => shown(view) && view.form !== 'community';
const STREET_IN_URL = /\/homedetails\/[^/]*[a-z]/i;
const isUnaddressed: Test = (view) =>
  placed(view) &&
  !STREET_IN_URL.test(textOr(view.card.detailUrl, view.info.detailUrl, view.info.hdpUrl) ?? '');

const essential = essentialField<View>;
const describing = describingField<View>;
const placewise = placewiseField<View>;

const isCard: Test = (view) =>
  isHome(view) && view.card !== view.info && view.card.zpid !== undefined;

/** Homes that always have rooms. Condos and apartments may be studios, which can lack `beds`. */
const houses: Test = (view) =>
  isHome(view) && ['single_family', 'townhouse', 'manufactured'].includes(typeName(view));
const dwellings: Test = (view) =>
  houses(view) || (isHome(view) && ['condo', 'apartment'].includes(typeName(view)));
const typeName = (view: View): string => {
  const type = propertyType(view);
  return isAbsent(type) ? '' : type;
};

/** The share of homes whose rooms a page may omit. */
const ROOMS_MISSING_MAX = 0.95;

const EVERY_KIND: readonly Field[] = [
  essential('id', always, (view) => sourceId(view) !== undefined),
  // Older forms have no page address; it is built from the id.
  essential('page address', isCard, ({ card, info }) =>
    given(textOr(card.detailUrl, info.detailUrl, card.hdpUrl, info.hdpUrl)),
  ),
  essential('status', always, namesStatus),
  // An older form has its street only in the page address.
  essential('street address', isUnaddressed, (view) => given(streetOf(view))),
  essential('city', placed, (view) => given(cityOf(view))),
  essential('ZIP code', placed, (view) => given(zipOf(view))),
  // Homes of owners and auctions often have none.
  describing('bedrooms', houses, (view) => given(bedsOf(view, 'other')), ROOMS_MISSING_MAX),
  describing('bathrooms', dwellings, (view) => given(bathsOf(view, 'other')), ROOMS_MISSING_MAX),
];

const TYPED = describing('home type', isHome, ({ info }) => given(textOr(info.homeType)));

/** Sold rows of rural counties have no points, page after page. */
const POINT = placewise('map point', shown, (view) => given(locationOf(view)));

/** Fields by kind; the order decides which one a message names. */
export const FORMAT_FIELDS = {
  listings: [...EVERY_KIND, POINT, placewise('price', always, namesPrice), TYPED],
  rentals: [...EVERY_KIND, POINT, placewise('rent', always, namesPrice)],
  sold: [
    ...EVERY_KIND,
    essential(
      'sale price',
      (view) => discloses(stateOf(view)),
      (view) => given(salePrice(view)),
    ),
    TYPED,
  ],
} as const satisfies Readonly<Record<string, readonly Field[]>>;

/** The fields by which an answer of this source is known, by kind: what a change of format shows in. */
import { isAbsent } from '#domain/parsed-row.js';
import { discloses } from '../disclosure.js';
import { describingField, essentialField, type FormatField } from '../format-fields.js';
import { textOr } from '../raw-values.js';
import { cityOf, locationOf, stateOf, streetOf, zipOf } from './address.js';
import { namesStatus, propertyType } from './codes.js';
import { soldDate } from './days.js';
import { bathsOf, bedsOf, sourceId } from './home.js';
import { namesPrice, salePrice } from './prices.js';
import { isHidden, type View } from './view.js';

type Field = FormatField<View>;
type Test = (view: View) => boolean;

const given = (value: unknown): boolean => value !== undefined && !isAbsent(value);
const always: Test = () => true;
const shown: Test = (view) => !isHidden(view);
const isHome: Test = (view) => view.form === 'home';

const essential = essentialField<View>;
const describing = describingField<View>;

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

const EVERY_KIND: readonly Field[] = [
  essential('id', always, (view) => sourceId(view) !== undefined),
  // Older shapes carry no address of the page; it is made from the id.
  essential('page address', isCard, ({ card, info }) =>
    given(textOr(card.detailUrl, info.detailUrl, card.hdpUrl, info.hdpUrl)),
  ),
  essential('status', always, namesStatus),
  essential('street address', shown, (view) => given(streetOf(view))),
  essential('city', shown, (view) => given(cityOf(view))),
  essential('ZIP code', shown, (view) => given(zipOf(view))),
  essential('map point', shown, (view) => given(locationOf(view))),
  describing('bedrooms', houses, (view) => given(bedsOf(view, 'other'))),
  describing('bathrooms', dwellings, (view) => given(bathsOf(view, 'other'))),
];

const TYPED = describing('home type', isHome, ({ info }) => given(textOr(info.homeType)));

/** Fields by kind; the order decides which one a message names. */
export const FORMAT_FIELDS = {
  listings: [...EVERY_KIND, essential('price', always, namesPrice), TYPED],
  rentals: [...EVERY_KIND, essential('rent', always, namesPrice)],
  sold: [
    ...EVERY_KIND,
    essential('sale date', always, (view) => given(soldDate(view))),
    essential(
      'sale price',
      (view) => discloses(stateOf(view)),
      (view) => given(salePrice(view)),
    ),
    TYPED,
  ],
} as const satisfies Readonly<Record<string, readonly Field[]>>;

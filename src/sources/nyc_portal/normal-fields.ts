/** The fields that this source's nodes normally fill, by kind: what a change of format shows in. */
import { isAbsent } from '#domain/parsed-row.js';
import { describingField, essentialField, type NormalField } from '../normal-fields.js';
import { type Raw, textOr } from '../raw-values.js';
import { locationOf, zipOf } from './address.js';
import { hasRooms, moneyOf } from './home.js';
import { NOT_REPORTED } from './reasons.js';
import type { Kind } from './request.js';
import { sourceId } from './to-row.js';

type Field = NormalField<Raw>;
type Test = (node: Raw) => boolean;

const always: Test = () => true;
const isText =
  (member: string): Test =>
  (node) =>
    textOr(node[member]) !== undefined;
/** For members whose emptiness is an answer (0 square feet, no day yet): they must be there. */
const isThere =
  (...members: readonly string[]): Test =>
  (node) =>
    members.some((member) => member in node);

const essential = (name: string, filled: Test) => essentialField(name, always, filled);
const describing = (name: string, filled: Test, expected: Test = always) =>
  describingField(name, expected, filled);

/** Shops and lots have no rooms, and what stands above a shop is often not counted. */
const dwellings: Test = ({ buildingType }) =>
  buildingType !== 'COMMERCIAL' && buildingType !== 'MIXED_USE';

const BOTH_KINDS: readonly Field[] = [
  essential('id', (node) => sourceId(node) !== undefined),
  essential('page address', isText('urlPath')),
  essential('status', isText('status')),
  // The street of a hidden home is empty; a page on which most are hidden has lost its streets.
  essential('street address', isText('street')),
  essential('ZIP code', (node) => !isAbsent(zipOf(node))),
  essential('state', isText('state')),
  essential('map point', (node) => !isAbsent(locationOf(node))),
  essential('price', (node) => !isAbsent(moneyOf(node.price, NOT_REPORTED))),
  describing('building type', isText('buildingType')),
  describing('neighborhood', isText('areaName')),
  describing('broker', isText('sourceGroupLabel')),
  describing('bedrooms', (node) => typeof node.bedroomCount === 'number', dwellings),
  describing('bathrooms', (node) => typeof node.fullBathroomCount === 'number', dwellings),
  describing('rooms', hasRooms, dwellings),
  describing('living area', isThere('livingAreaSize')),
  describing('media count', isThere('mediaAssetCount')),
  describing('furnished', isThere('furnished')),
];

/** Fields by kind; the order decides which one a message names. */
export const NORMAL_FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  listings: [
    ...BOTH_KINDS,
    describing('sale type', isThere('saleType')),
    describing(
      'monthly charges',
      isThere('monthlyMaintenance', 'monthlyTaxes', 'monthlyCommonCharges'),
    ),
  ],
  rentals: [
    ...BOTH_KINDS,
    describing('broker fee', isThere('noFee')),
    describing('move-in date', isThere('availableAt')),
  ],
};

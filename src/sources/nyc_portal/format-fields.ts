/** The fields that identify this source's format: their loss shows a change of format. */
import { isAbsent } from '#domain/parsed-row.js';
import { describingField, essentialField, type FormatField } from '../format-fields.js';
import { type Raw, textOr } from '../raw-values.js';
import { NOT_REPORTED } from '../reasons.js';
import { locationOf, zipOf } from './address.js';
import { buildingOf } from './building.js';
import { hasRooms, moneyOf } from './home.js';
import { sourceId } from './to-row.js';

type Field = FormatField<Raw>;
type Test = (node: Raw) => boolean;

const always: Test = () => true;
const isText =
  (member: string): Test =>
  (node) =>
    textOr(node[member]) !== undefined;
const essential = (name: string, filled: Test) => essentialField(name, always, filled);
const describing = (name: string, filled: Test, expected: Test = always) =>
  describingField(name, expected, filled);

/** Shops and lots have no rooms, and homes above a shop are often not counted. */
const dwellings: Test = ({ buildingType }) =>
  buildingType !== 'COMMERCIAL' && buildingType !== 'MIXED_USE';

/** Of a whole building the source often counts no rooms. */
const counted: Test = (node) => {
  const { isWhole, building } = buildingOf(node, 'listings');
  return dwellings(node) && !(isWhole && building.sold === 'multi_family');
};

/** Nodes of both kinds have the same; the order decides which one a message names. */
export const FORMAT_FIELDS: readonly Field[] = [
  essential('id', (node) => sourceId(node) !== undefined),
  essential('page address', isText('urlPath')),
  essential('status', isText('status')),
  // The street of a hidden home is empty; a page that hides most of them has lost its streets.
  essential('street address', isText('street')),
  essential('ZIP code', (node) => !isAbsent(zipOf(node))),
  essential('state', isText('state')),
  essential('map point', (node) => !isAbsent(locationOf(node))),
  essential('price', (node) => !isAbsent(moneyOf(node.price, NOT_REPORTED))),
  describing('building type', isText('buildingType')),
  describing('bedrooms', (node) => typeof node.bedroomCount === 'number', dwellings),
  describing('bathrooms', (node) => typeof node.fullBathroomCount === 'number', dwellings),
  describing('rooms', hasRooms, counted),
];

/** The fields that identify this source's format: their loss shows a change of format. */

import { discloses } from '#domain/disclosure.js';
import { isAbsent } from '#domain/parsed-row.js';
import {
  describingField,
  essentialField,
  type FormatField,
  MISSING_SHARE_OFTEN_EMPTY_MAX,
  placewiseField,
} from '../format-fields.js';
import type { Raw } from '../raw-values.js';
import { isStreetHidden, locationOf, stateOf, zipOf } from './address.js';
import { isSold, propertyType } from './codes.js';
import { sourceId } from './home.js';
import { fromMls, isPriceHidden } from './price.js';
import { isGiven, isWithheld, numberIn, positiveIn, textIn } from './values.js';

type Field = FormatField<Raw>;
type Test = (raw: Raw) => boolean;

const given = (value: unknown): boolean => !isAbsent(value);
const always: Test = () => true;

const essential = essentialField<Raw>;
const describing = describingField<Raw>;
const placewise = placewiseField<Raw>;

/** A withheld value counts as filled: a page of them is a rule of the source, not a new format. */
const withheldOr =
  (member: string, filled: Test): Test =>
  (raw) =>
    isWithheld(raw[member]) || filled(raw);

const streetShown: Test = (raw) => !isStreetHidden(raw);
/** Homes that always have rooms. Buildings of several homes and unknown types often lack them. */
const DWELLINGS: ReadonlySet<unknown> = new Set(['single_family', 'townhouse', 'condo']);
const isDwelling: Test = (raw) => DWELLINGS.has(propertyType(raw));

/** Fields in the order in which a message would name them. */
export const FORMAT_FIELDS: readonly Field[] = [
  essential('id', always, (raw) => sourceId(raw) !== undefined),
  essential('page address', always, (raw) => given(textIn(raw.url))),
  essential('status', always, (raw) => isGiven(raw.searchStatus) || isGiven(raw.mlsStatus)),
  essential('street address', streetShown, (raw) => given(textIn(raw.streetLine))),
  essential('city', streetShown, (raw) => given(textIn(raw.city))),
  essential('state', always, (raw) => given(stateOf(raw))),
  essential('ZIP code', streetShown, (raw) => given(zipOf(raw))),
  essential(
    'map point',
    streetShown,
    withheldOr('latLong', (raw) => given(locationOf(raw))),
  ),
  essential(
    'sale price',
    (raw) => isSold(raw) && !isPriceHidden(raw) && discloses(stateOf(raw)),
    withheldOr('price', (raw) => given(positiveIn(raw.price))),
  ),
  // County records, a third of some areas, often have no date; an MLS always has one.
  essential(
    'sale date',
    (raw) => isSold(raw) && fromMls(raw),
    (raw) => given(positiveIn(raw.soldDate)),
  ),
  describing('home type', always, (raw) => given(propertyType(raw))),
  // County records have neither, and may come together.
  { ...placewise('MLS number or status', always, fromMls), rows_min: 100 },
  describing(
    'bedrooms',
    isDwelling,
    withheldOr('beds', (raw) => given(numberIn(raw.beds))),
  ),
  describing(
    'bathrooms',
    isDwelling,
    withheldOr('baths', (raw) => given(positiveIn(raw.baths))),
  ),
  describing(
    'living area',
    isDwelling,
    withheldOr('sqFt', (raw) => given(positiveIn(raw.sqFt))),
    MISSING_SHARE_OFTEN_EMPTY_MAX,
  ),
];

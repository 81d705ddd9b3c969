/** The fields that identify this source's format: their loss shows a change of format. */
import { isAbsent } from '#domain/parsed-row.js';
import {
  describingField,
  essentialField,
  type FormatField,
  MISSING_SHARE_OFTEN_EMPTY_MAX,
} from '../format-fields.js';
import { textOr } from '../raw-values.js';
import { cityOf, locationOf, stateOf, streetOf, zipOf } from './address.js';
import { isScheduled, saleType, structureCode } from './codes.js';
import { auctionStart } from './times.js';
import { listingId } from './to-row.js';
import type { View } from './view.js';

type Field = FormatField<View>;
type Test = (view: View) => boolean;

const given = (value: unknown): boolean => value !== undefined && !isAbsent(value);
const always: Test = () => true;

const essential = (name: string, filled: Test) => essentialField(name, always, filled);

/** The order decides which field a message names. Bids and estimates are normally empty. */
export const FORMAT_FIELDS: readonly Field[] = [
  essential('listing_id', (view) => given(listingId(view))),
  essential('listing_page_path', ({ row }) => given(textOr(row.listing_page_path))),
  essential('listing_status_group', ({ row }) => given(textOr(row.listing_status_group))),
  essential('listing_status', ({ row }) => given(textOr(row.listing_status))),
  essential('street address', (view) => given(streetOf(view))),
  essential('city', (view) => given(cityOf(view))),
  essential('state', (view) => given(stateOf(view))),
  essential('ZIP code', (view) => given(zipOf(view))),
  essential('map point', (view) => given(locationOf(view))),
  essential('kind of sale', (view) => given(saleType(view))),
  essential('place of the auction', ({ online }) => given(online)),
  describingField(
    'start of the auction',
    isScheduled,
    (view) => given(auctionStart(view)),
    MISSING_SHARE_OFTEN_EMPTY_MAX,
  ),
  describingField('structure_type_code', always, (view) => given(structureCode(view))),
];

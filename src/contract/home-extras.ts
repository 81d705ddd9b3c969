/** What Rowhouse adds to the extras of every row: what it knows about the home itself. */
import { type Field, type FieldsOf, may } from './field.js';
import type { Kind } from './values.js';

export const PRICE_CHANGE_ORIGINS = ['observed', 'source'] as const;

const HOME_ID = [
  may(
    'home_id',
    'string',
    'Id of the home, the same on the rows of all sources: /v1/homes/{home_id}.',
  ),
] as const;
const PRICE_CHANGE = [
  may(
    'price_change',
    'money',
    'Price or rent minus the one at which this service first saw it; where it has seen no change, the last one that the source reports.',
  ),
  may('price_change_percent', 'number', 'The same as a percentage of that earlier price.'),
  may(
    'price_change_since',
    'date_time',
    'When this service first saw the listing; for a change that the source reports, its time or the start of its day.',
  ),
  may(
    'price_change_origin',
    PRICE_CHANGE_ORIGINS,
    'Origin of the change: observed by this service, or reported by the source.',
  ),
] as const;
const ASKED = [...HOME_ID, ...PRICE_CHANGE] as const;

/** What Rowhouse adds to the extras of every source, by kind. */
export const HOME_EXTRAS = {
  listings: ASKED,
  rentals: ASKED,
  sold: HOME_ID,
  auctions: HOME_ID,
} as const satisfies Readonly<Record<Kind, readonly Field[]>>;

export type HomeExtras<K extends Kind = Kind> = FieldsOf<(typeof HOME_EXTRAS)[K]>;
/** Names of the fields that sources do not send. */
export type HomeExtraName = (typeof ASKED)[number]['name'];

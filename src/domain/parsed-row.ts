/**
 * No null without a reason. For every nullable field a reader returns either a value or
 * absent(reason): a bare null does not compile. Absences become nulls and field notes later
 * (domain/notes.ts).
 */
import type { UnitRent } from '#contract/field.js';
import type { HomeExtraName, HomeExtras } from '#contract/home-extras.js';
import type { Address, Money, NoteReason } from '#contract/values.js';

export interface Absent {
  readonly absent: NoteReason;
  readonly detail: string | null;
}

/** States why a value is missing. `detail` is a short sentence or the shape of the value sent. */
export const absent = (reason: NoteReason, detail: string | null = null): Absent => ({
  absent: reason,
  detail,
});

/** Whether a parsed field is an absence. */
export const isAbsent = (value: unknown): value is Absent =>
  typeof value === 'object' && value !== null && 'absent' in value;

/** The value, or null when it is absent: for code that computes with it. */
export const valueOr = <T>(value: T | Absent): T | null => (isAbsent(value) ? null : value);

type ParsedAddress = { readonly [K in keyof Address]: Exclude<Address[K], null> | Absent };

/** A unit type of a building. */
export type ParsedUnit = { readonly [K in keyof UnitRent]: Exclude<UnitRent[K], null> | Absent };

type ParsedExtra<V> = V extends readonly UnitRent[] ? readonly ParsedUnit[] : Exclude<V, null>;

type ParsedExtras<T> = T extends unknown
  ? {
      readonly [F in keyof T as Exclude<F, HomeExtraName>]: null extends T[F]
        ? ParsedExtra<T[F]> | Absent
        : ParsedExtra<T[F]>;
    }
  : never;

type ParsedField<T, K> = K extends 'address'
  ? ParsedAddress
  : K extends 'extras'
    ? ParsedExtras<T>
    : null extends T
      ? Exclude<T, null> | Absent
      : T;

/**
 * A row as a reader returns it: the row type with every null replaced by an absence, without what
 * only Rowhouse knows of the home.
 */
export type ParsedRow<R> = { readonly [K in keyof R]: ParsedField<R[K], K> };

type AllHomeExtras = HomeExtras<'listings'>;
/** What only Rowhouse knows of a row's home. Sold rows and auctions have no price changes. */
export type ParsedHomeExtras = {
  readonly [F in keyof AllHomeExtras as F extends 'home_id' ? F : never]:
    | Exclude<AllHomeExtras[F], null>
    | Absent;
} & {
  readonly [F in keyof AllHomeExtras as F extends 'home_id' ? never : F]?:
    | Exclude<AllHomeExtras[F], null>
    | Absent;
};

/** Why a parsed row is not delivered; each is counted in the note on `data`. */
export const DROP_CAUSES = {
  relaxed: 'added by the source from outside the search',
  outside_area: 'outside the area',
  outside_filters: 'outside the filters',
  left_out: 'before the period or outside their set',
  undisclosed: 'whose sale price is not public',
  on_market: 'still for sale',
  unverifiable: 'without a value that the filters need',
  duplicate: 'repeated by the source',
  other_channel: 'of sales already present from another channel',
  unplaceable: 'without an address or point to locate them',
  unreadable: 'in an unknown format',
  withheld: 'hidden at the request of their sellers',
} as const;
export type DropCause = keyof typeof DROP_CAUSES;

/** The result of parsing one upstream row. */
export type RowRead<R> =
  | { readonly row: ParsedRow<R> }
  | { readonly dropped: DropCause; readonly detail: string | null };

/** A price per area, in dollars to the cent; absent for the reason of the absent operand. */
export function perSqft(price: Money | Absent, area: number | Absent): number | Absent {
  if (isAbsent(area)) return absent(area.absent);
  if (isAbsent(price)) return absent(price.absent);
  return Math.round((price.amount / area) * 100) / 100;
}

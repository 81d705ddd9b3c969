/**
 * The parts of a field table. A field has a name, its type on the wire, whether it may be null and
 * its meaning; the TypeScript type of a row is inferred from its table. This file imports nothing,
 * so that every manifest of a source can import it.
 */

/** How a field is written on the wire: what the conformance suite and OpenAPI read. */
export type FieldType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'date_time'
  | 'money'
  | 'address'
  | 'location'
  | 'units'
  | 'extras'
  | readonly string[];

export interface Field<
  Name extends string = string,
  Type extends FieldType = FieldType,
  Nullable extends boolean = boolean,
> {
  readonly name: Name;
  readonly type: Type;
  readonly nullable: Nullable;
  readonly meaning: string;
  /** The field that it describes: where that is null, it says nothing. */
  readonly about?: string;
}

/** A field that always has a value. */
export const must = <const Name extends string, const Type extends FieldType>(
  name: Name,
  type: Type,
  meaning: string,
): Field<Name, Type, false> => ({ name, type, nullable: false, meaning });

/** A field that may be null; every null has a note. */
export const may = <const Name extends string, const Type extends FieldType>(
  name: Name,
  type: Type,
  meaning: string,
): Field<Name, Type, true> => ({ name, type, nullable: true, meaning });

/** A field that describes another one. */
export const about = <const Of extends Field>(other: string, field: Of): Of => ({
  ...field,
  about: other,
});

export interface Money {
  /** With 2 decimals at most. */
  readonly amount: number;
  /** ISO 4217 code: `USD`. */
  readonly currency: string;
}

/** Dollars as Money, rounded to cents. */
export const usd = (amount: number): Money => ({
  amount: Math.round(amount * 100) / 100,
  currency: 'USD',
});

export interface Location {
  /** Latitude in degrees, WGS 84. */
  readonly lat: number;
  /** Longitude in degrees, WGS 84. */
  readonly lng: number;
}

/** One unit type of a rental building. */
export interface UnitRent {
  /** Bedrooms; 0 is a studio. */
  readonly beds: number | null;
  /** Lowest monthly rent of the type. */
  readonly rent_from: Money | null;
}

export const ADDRESS_FIELDS = [
  must('line1', 'string', 'Street line; empty when the source hides it.'),
  may('unit', 'string', 'Unit designation.'),
  must('city', 'string', 'City.'),
  must('state', 'string', 'Two-letter state code.'),
  must('zip', 'string', 'Five-digit ZIP code.'),
  may('county', 'string', 'County name.'),
  may('county_fips', 'string', 'Five-digit county FIPS code.'),
] as const;

export type Address = FieldsOf<typeof ADDRESS_FIELDS>;

/** The TypeScript type of each wire type; `extras` depends on the source: TypedRow inserts it. */
interface ValueTypes {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
  date: string;
  date_time: string;
  money: Money;
  address: Address;
  location: Location;
  units: readonly UnitRent[];
  extras: unknown;
}

type ValueOf<Type extends FieldType> = Type extends readonly string[]
  ? Type[number]
  : Type extends keyof ValueTypes
    ? ValueTypes[Type]
    : never;

/** The value of a field, including null where the table allows it. */
export type FieldValue<F extends Field> =
  | ValueOf<F['type']>
  | (F['nullable'] extends true ? null : never);

/** The object that a field table describes. */
export type FieldsOf<Table extends readonly Field[]> = {
  readonly [F in Table[number] as F['name']]: FieldValue<F>;
};

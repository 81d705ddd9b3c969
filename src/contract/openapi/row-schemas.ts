/** Rows, extras and their value types, generated from the field tables. */
import { extrasFields } from '../extras.js';
import type { Field, FieldType } from '../field.js';
import { ADDRESS_FIELDS } from '../field.js';
import { rowFields } from '../fields.js';
import { SEARCH_ROUTES } from '../routes.js';
import {
  arrayOf,
  decimal,
  objectOf,
  operationId,
  orNull,
  refTo,
  type Schema,
  schemaName,
  text,
} from '../schema.js';

/** Money, Address, Location and UnitRent, and for every search route its row and extras. */
export function rowSchemas(): Record<string, Schema> {
  const schemas: Record<string, Schema> = {
    Money: objectOf(
      {
        amount: decimal('In dollars, with at most 2 decimals.'),
        currency: text('ISO 4217 code.', { examples: ['USD'] }),
      },
      { description: 'An amount of money.' },
    ),
    Address: fieldsObject(ADDRESS_FIELDS, 'A street address.'),
    Location: objectOf(
      {
        lat: decimal('Latitude, WGS 84.', { minimum: -90, maximum: 90 }),
        lng: decimal('Longitude, WGS 84.', { minimum: -180, maximum: 180 }),
      },
      { description: 'A point on the map.' },
    ),
    UnitRent: objectOf(
      {
        beds: orNull(decimal('Bedrooms; 0 is a studio.')),
        rent_from: orNull(refTo('Money')),
      },
      { description: 'One unit type of a rental building.' },
    ),
  };
  for (const { path, source, kind } of SEARCH_ROUTES) {
    const name = schemaName(operationId(path));
    schemas[`${name}Extras`] = fieldsObject(
      extrasFields(source, kind),
      'Fields of this source only.',
    );
    schemas[`${name}Row`] = fieldsObject(
      rowFields(kind),
      kind === 'sold' ? 'A sold home.' : 'A home or a building.',
      `${name}Extras`,
    );
  }
  return schemas;
}

function fieldsObject(fields: readonly Field[], description: string, extras?: string): Schema {
  const members = fields.map((field) => [field.name, fieldSchema(field, extras)] as const);
  return objectOf(Object.fromEntries(members), { description });
}

function fieldSchema(field: Field, extras = ''): Schema {
  const { type, nullable, meaning } = field;
  const schema = typeSchema(type, meaning, extras);
  return nullable ? orNull(schema) : schema;
}

function typeSchema(type: FieldType, description: string, extras: string): Schema {
  if (typeof type !== 'string') return { type: 'string', enum: type, description };
  switch (type) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { type, description };
    case 'date':
      return { type: 'string', format: 'date', description };
    case 'date_time':
      return { type: 'string', format: 'date-time', description };
    case 'money':
      return { ...refTo('Money'), description };
    case 'address':
      return { ...refTo('Address'), description };
    case 'location':
      return { ...refTo('Location'), description };
    case 'units':
      return arrayOf(refTo('UnitRent'), { description });
    case 'extras':
      return { ...refTo(extras), description };
  }
}

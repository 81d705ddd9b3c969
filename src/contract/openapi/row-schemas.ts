/** Rows, extras and their value types, generated from the field tables. */
import { extrasFields } from '../extras.js';
import type { Field, FieldType } from '../field.js';
import { ADDRESS_FIELDS } from '../field.js';
import { rowFields } from '../fields.js';
import { SEARCH_ROUTES } from '../routes.js';
import * as s from '../schema.js';

/** Money, Address, Location and UnitRent, and for every search route its row and extras. */
export function rowSchemas(): Record<string, s.Schema> {
  const schemas: Record<string, s.Schema> = {
    Money: s.objectOf(
      {
        amount: s.decimal('In dollars, with at most 2 decimals.'),
        currency: s.text('ISO 4217 code.', { examples: ['USD'] }),
      },
      { description: 'An amount of money.' },
    ),
    Address: fieldsObject(ADDRESS_FIELDS, 'A street address.'),
    Location: s.objectOf(
      {
        lat: s.decimal('Latitude, WGS 84.', { minimum: -90, maximum: 90 }),
        lng: s.decimal('Longitude, WGS 84.', { minimum: -180, maximum: 180 }),
      },
      { description: 'A point on the map.' },
    ),
    UnitRent: s.objectOf(
      {
        beds: s.orNull(s.decimal('Bedrooms; 0 is a studio.')),
        rent_from: s.orNull(s.refTo('Money')),
      },
      { description: 'One unit type of a rental building.' },
    ),
  };
  for (const { path, source, kind } of SEARCH_ROUTES) {
    const name = s.schemaName(s.operationId(path));
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

function fieldsObject(fields: readonly Field[], description: string, extras?: string): s.Schema {
  const members = fields.map((field) => [field.name, fieldSchema(field, extras)] as const);
  return s.objectOf(Object.fromEntries(members), { description });
}

function fieldSchema(field: Field, extras = ''): s.Schema {
  const { type, nullable, meaning } = field;
  const schema = typeSchema(type, meaning, extras);
  return nullable ? s.orNull(schema) : schema;
}

function typeSchema(type: FieldType, description: string, extras: string): s.Schema {
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
      return { ...s.refTo('Money'), description };
    case 'address':
      return { ...s.refTo('Address'), description };
    case 'location':
      return { ...s.refTo('Location'), description };
    case 'units':
      return s.arrayOf(s.refTo('UnitRent'), { description });
    case 'extras':
      return { ...s.refTo(extras), description };
  }
}

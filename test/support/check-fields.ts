import assert from 'node:assert/strict';
import type { Field } from '#contract/field.js';

/** Validates a part of a row against its table: every field there, in order, with its type. */
export function checkFields(
  prefix: string,
  part: Record<string, unknown>,
  fields: readonly Field[],
): void {
  assert.deepEqual(
    Object.keys(part),
    fields.map(({ name }) => name),
  );
  for (const field of fields) {
    const value = part[field.name];
    if (value === null) assert.ok(field.nullable, `${prefix}${field.name} may not be null`);
    else
      assert.ok(
        fits(field, value),
        `${prefix}${field.name} = ${JSON.stringify(value)} is no ${String(field.type)}`,
      );
  }
}

function fits({ type }: Field, value: unknown): boolean {
  if (typeof type === 'object') return type.includes(String(value));
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return (
        typeof value === 'string' &&
        /^\d{4}-\d\d-\d\d$/.test(value) &&
        !Number.isNaN(Date.parse(value))
      );
    case 'date_time':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
    case 'money': {
      const { amount, currency } = value as { amount: number; currency: string };
      return (
        Number.isFinite(amount) && Math.round(amount * 100) / 100 === amount && currency === 'USD'
      );
    }
    case 'location': {
      const { lat, lng } = value as { lat: number; lng: number };
      return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
    }
    case 'units':
      return Array.isArray(value);
    case 'address':
    case 'extras':
      return typeof value === 'object';
  }
}

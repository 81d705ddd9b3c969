/**
 * Rows of a core as rows of this version. A core of another minor version may send fields that this
 * one does not know, which are left out, and may lack some, which are null with a note.
 */
import type { FieldNote } from '#contract/envelope.js';
import { extrasFields } from '#contract/extras.js';
import { ADDRESS_FIELDS, type Field, type FieldType } from '#contract/field.js';
import { rowFields } from '#contract/fields.js';
import type { Row } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { changedAnswer } from '#sources/driver.js';

const OLDER = 'The installation that reads this source does not send this field.';

type Members = Readonly<Record<string, unknown>>;

/** The rows, and a note for each field that they lack. Throws SourceError 'changed'. */
export function fitRows(source: SourceName, kind: Kind, sent: readonly unknown[]) {
  const missing = new Set<string>();
  const changed = changedAnswer(source);
  const fit = (fields: readonly Field[], value: unknown, prefix: string): Members => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const what = prefix === '' ? 'a row' : prefix.slice(0, -1);
      throw changed(`its core sends ${what} that is not an object`);
    }
    const given = value as Members;
    const members = fields.map(({ name, nullable, type }) => {
      const member = given[name];
      if (type === 'extras') {
        return [name, fit(extrasFields(source, kind), member, 'extras.')] as const;
      }
      if (type === 'address') return [name, fit(ADDRESS_FIELDS, member, 'address.')] as const;
      if (member === null && nullable) return [name, member] as const;
      if (member !== undefined && member !== null) {
        if (isWritten(type, member)) return [name, member] as const;
        throw changed(`its core sends ${prefix}${name} as something else than its type`);
      }
      if (!nullable) throw changed(`its core sends no ${prefix}${name}`);
      missing.add(prefix + name);
      return [name, null] as const;
    });
    return Object.fromEntries(members);
  };
  const rows = sent.map((row) => fit(rowFields(kind), row, '') as unknown as Row);
  if (rows.some((row) => row.source !== source)) {
    throw changed('its core sends rows of another source');
  }
  const notes = [...missing].map(
    (field): FieldNote => ({ field, reason: 'not_reported', detail: OLDER }),
  );
  return { rows, notes };
}

const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isMoney = (value: unknown): boolean =>
  hasMembers(value, ({ amount, currency }) => isNumber(amount) && isText(currency));

/** Whether a value is of its type. A newer core may have more words for a field than its table. */
function isWritten(type: FieldType, value: unknown): boolean {
  if (typeof type !== 'string') return isText(value);
  switch (type) {
    case 'string':
      return isText(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return isNumber(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return isText(value) && /^\d{4}-\d\d-\d\d$/.test(String(value));
    case 'date_time':
      return isText(value) && !Number.isNaN(Date.parse(String(value)));
    case 'money':
      return isMoney(value);
    case 'location':
      return hasMembers(value, ({ lat, lng }) => isNumber(lat) && isNumber(lng));
    case 'units':
      return Array.isArray(value) && value.every(isUnit);
    case 'address':
    case 'extras':
      return hasMembers(value, () => true);
  }
}

const isUnit = (value: unknown): boolean =>
  hasMembers(
    value,
    ({ beds, rent_from: rent }) =>
      (beds === null || isNumber(beds)) && (rent === null || isMoney(rent)),
  );

/** Whether a value is an object with such members. */
export const hasMembers = (value: unknown, are: (members: Members) => boolean): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && are(value as Members);

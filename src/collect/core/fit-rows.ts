/**
 * Rows of a core as rows of this version. A core of another minor version may send fields that this
 * one does not know, which are left out, and may lack some, which are null with a note.
 */
import type { FieldNote } from '#contract/envelope.js';
import { extrasFields } from '#contract/extras.js';
import { ADDRESS_FIELDS, type Field } from '#contract/field.js';
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
      throw changed(`its core sends ${prefix === '' ? 'a row' : prefix} that is not an object`);
    }
    const given = value as Members;
    const members = fields.map(({ name, nullable, type }) => {
      const member = given[name];
      if (type === 'extras') {
        return [name, fit(extrasFields(source, kind), member, 'extras.')] as const;
      }
      if (type === 'address') return [name, fit(ADDRESS_FIELDS, member, 'address.')] as const;
      if (member !== undefined && (nullable || member !== null)) return [name, member] as const;
      if (!nullable) throw changed(`its core sends no ${prefix}${name}`);
      missing.add(prefix + name);
      return [name, null] as const;
    });
    return Object.fromEntries(members);
  };
  const rows = sent.map((row) => fit(rowFields(kind), row, '') as unknown as Row);
  const notes = [...missing].map(
    (field): FieldNote => ({ field, reason: 'not_reported', detail: OLDER }),
  );
  return { rows, notes };
}

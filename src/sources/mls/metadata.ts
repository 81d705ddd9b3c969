/** `$metadata`: the fields of a feed. Others are not requested (Bridge rejects them). */
import { changedAnswer, type Description } from '../driver.js';

const changed = changedAnswer('mls');

const PROPERTY_TYPE = /<EntityType\b[^>]*\bName="Property"[^>]*>([\s\S]*?)<\/EntityType>/;
const FIELD = /<Property\b[^>]*\bName="([^"]+)"/g;

export const DESCRIPTION: Description = {
  request: () => ({
    method: 'GET',
    path: '/$metadata',
    headers: { accept: 'application/xml' },
    body: null,
  }),
  read: (body) => fieldsIn(body),
};

/** The names of the fields of a listing. Throws SourceError. */
export function fieldsIn(body: string): ReadonlySet<string> {
  const listing = PROPERTY_TYPE.exec(body)?.[1];
  const names = new Set(Array.from(listing?.matchAll(FIELD) ?? [], ([, name = '']) => name));
  if (!names.has('ListingKey')) throw changed('its $metadata has no listings');
  return names;
}

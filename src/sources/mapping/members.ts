/** Objects as records: nested members have dots, a feature has its properties and its point. */
import { isRaw, type Raw } from '../raw-values.js';

/** Names of columns are compared without case, line breaks and doubled spaces. */
export const columnName = (name: string): string => name.replace(/\s+/g, ' ').trim().toLowerCase();

/** The depth to which members are read. */
const DEPTH_MAX = 3;

/**
 * The members of an object by column name. Those of a feature (RFC 7946) are its properties, its id
 * and, for a point, `geometry.lat` and `geometry.lng`; other geometries are not the point of a
 * home.
 */
export function membersOf(value: Raw): ReadonlyMap<string, unknown> {
  const members = new Map<string, unknown>();
  if (value.type !== 'Feature' || !isRaw(value.properties)) {
    add(members, '', value, DEPTH_MAX);
    return members;
  }
  if (value.id !== undefined) members.set('id', value.id);
  add(members, '', value.properties, DEPTH_MAX);
  // Every feature has both columns, so that a mapping may name them even if some have no point.
  const { geometry } = value;
  const point = isRaw(geometry) && geometry.type === 'Point' ? geometry.coordinates : [];
  const [lng, lat] = Array.isArray(point) ? point : [];
  members.set(columnName('geometry.lat'), lat);
  members.set(columnName('geometry.lng'), lng);
  return members;
}

function add(members: Map<string, unknown>, prefix: string, value: Raw, depth: number): void {
  for (const [name, member] of Object.entries(value)) {
    if (isRaw(member) && !(member instanceof Date) && depth > 1) {
      add(members, `${prefix}${name}.`, member, depth - 1);
    } else members.set(columnName(prefix + name), member);
  }
}

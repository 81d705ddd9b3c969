/** Items that belong to keys, as arrays of SQL: places count from 1. */
export interface Ascending {
  /** Each key once, in ascending order. */
  readonly keys: readonly string[];
  /** For each key: how many items it has. */
  readonly counts: readonly number[];
  /** For each item: the place of its key among the keys. */
  readonly nths: readonly number[];
  /** For each item: its own place among the items of its key. */
  readonly places: readonly number[];
  /** For each key: the place of its first item when items lie in the order of their keys. */
  readonly firsts: readonly number[];
}

/** Puts the keys of items in the order in which all statements take their locks. */
export function ascending(keyOfItem: readonly string[]): Ascending {
  const counts = new Map<string, number>();
  const places = keyOfItem.map((key) => {
    const place = (counts.get(key) ?? 0) + 1;
    counts.set(key, place);
    return place;
  });
  const keys = [...counts.keys()].sort();
  const nthOf = new Map(keys.map((key, index) => [key, index + 1]));
  let next = 1;
  const firsts = keys.map((key) => {
    const first = next;
    next += counts.get(key) ?? 0;
    return first;
  });
  return {
    keys,
    firsts,
    counts: keys.map((key) => counts.get(key) ?? 0),
    nths: keyOfItem.map((key) => nthOf.get(key) ?? 0),
    places,
  };
}

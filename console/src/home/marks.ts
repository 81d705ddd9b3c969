/** Homes that were viewed, starred or hidden, remembered in this browser alone. */
import { useSyncExternalStore } from 'react';
import { openStored, useStored } from '../shell/stored.js';

type Mark = 'viewed' | 'starred' | 'hidden';

/** Homes remembered; the one marked longest ago is forgotten first. */
const HOMES_MAX = 5_000;

/** By the key of a row; the value lists its marks: "viewed starred". */
type Marked = ReadonlyMap<string, string>;

const store = openStored<Marked>(
  'rowhouse-homes',
  (kept) => new Map(Array.isArray(kept) ? kept.filter(isPair) : []),
  (marked) => [...marked],
);

/** Sets or removes a mark of a home. */
export function setMark(key: string, mark: Mark, on: boolean): void {
  const others = marksOf(store.get(), key).filter((each) => each !== mark);
  const next = new Map(store.get());
  next.delete(key);
  const marks = on ? [...others, mark] : others;
  if (marks.length > 0) next.set(key, marks.join(' '));
  for (const oldest of next.keys()) {
    if (next.size <= HOMES_MAX) break;
    next.delete(oldest);
  }
  store.set(next);
}

/** All marks, for lists of homes. */
export const useMarks = (): Marked => useStored(store);

/** The marks of one home, as text; re-renders only when they change. */
export const useMarksOf = (key: string): string =>
  useSyncExternalStore(store.subscribe, () => store.get().get(key) ?? '');

export const hasMark = (homes: Marked, key: string, mark: Mark): boolean =>
  marksOf(homes, key).includes(mark);

const marksOf = (homes: Marked, key: string): string[] =>
  homes.get(key)?.split(' ').filter(Boolean) ?? [];

function isPair(value: unknown): value is [string, string] {
  return (
    Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string')
  );
}

/** What the dots show, remembered in this browser by source and kind, as the columns are. */
import { useMemo } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import { openStored, useStored } from '../shell/stored.js';
import { type DotChoice, readChoice, writeChoice } from './dots.js';

type Kept = Readonly<Record<string, string>>;

const store = openStored<Kept>('rowhouse-dots', readKept, (kept) => kept);

/** The choice of a route, and how to change it; without a route the same dots for all. */
export function useDotChoice(route: SearchRoute | undefined) {
  const key = route === undefined ? null : `${route.source}-${route.kind}`;
  const text = useStored(store)[key ?? ''] ?? null;
  const choice = useMemo(() => readChoice(text), [text]);
  const choose = (next: DotChoice) => {
    if (key !== null) store.set({ ...store.get(), [key]: writeChoice(next) });
  };
  return [choice, choose] as const;
}

/** A function statement: the store above calls it while this module loads. */
function readKept(kept: unknown): Kept {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === 'string'));
}

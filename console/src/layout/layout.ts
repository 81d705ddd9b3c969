/** What stands beside the map, and how wide the map is; remembered in this browser. */
import { openStored, useStored } from '../shell/stored.js';

export const BESIDE = ['figures', 'list', 'table'] as const;
/** On a narrow screen what is shown of map, list and table, since only one fits. */
export type Beside = (typeof BESIDE)[number];

export interface Layout {
  readonly beside: Beside;
  /** The map's part of the width in percent, beside a list or a table. */
  readonly mapShare: number;
}

export const SHARE_MIN = 25;
export const SHARE_MAX = 75;
const FIRST: Layout = { beside: 'figures', mapShare: 50 };

const store = openStored<Layout>('rowhouse-layout', readLayout);

export const useLayout = (): Layout => useStored(store);

export function setLayout(change: Partial<Layout>): void {
  const next = { ...store.get(), ...change };
  store.set({ ...next, mapShare: withinBounds(next.mapShare) });
}

function readLayout(kept: unknown): Layout {
  const { beside, mapShare } = (kept ?? {}) as Partial<Layout>;
  return {
    beside: BESIDE.find((each) => each === beside) ?? FIRST.beside,
    mapShare: typeof mapShare === 'number' ? withinBounds(mapShare) : FIRST.mapShare,
  };
}

/** A function statement: the store above calls it while this module loads. */
function withinBounds(percent: number): number {
  if (!Number.isFinite(percent)) return FIRST.mapShare;
  return Math.round(Math.min(SHARE_MAX, Math.max(SHARE_MIN, percent)));
}

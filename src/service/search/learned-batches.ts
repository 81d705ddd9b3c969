/** What was learned about places and is not stored yet: a batch for each source and kind. */
import type { Kind } from '#contract/values.js';
import { boxAround } from '#domain/box.js';
import type { Extent } from '#domain/extent.js';
import type { NotedExtent } from '#store/place-extents.js';

export interface LearnedBatch {
  /** The source, under its stored name. */
  readonly origin: string;
  readonly kind: Kind;
  readonly extents: Map<string, NotedExtent>;
}

export type LearnedBatches = Map<string, LearnedBatch>;

/** Places of one batch; more are not remembered. */
const PLACES_MAX = 10_000;

export function addTo({ extents }: LearnedBatch, extent: Extent, coveredAt: Date | null): void {
  const { form, name, box, rows, own } = extent;
  const key = `${form} ${name}`;
  const known = extents.get(key);
  if (known === undefined && extents.size >= PLACES_MAX) return;
  extents.set(key, {
    form,
    name,
    box: known === undefined ? box : boxAround(known.box, box),
    rows: Math.max(known?.rows ?? 0, rows),
    own: known === undefined ? own : [...new Set([...known.own, ...own])],
    coveredAt: coveredAt ?? known?.coveredAt ?? null,
  });
}

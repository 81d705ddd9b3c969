/** One region of the walk: its pages, row by row. */
import type { Row } from '#contract/rows.js';
import { type Box, micro } from '#domain/box.js';
import { edgesNear } from '#domain/grow.js';
import { type Reading, valueOr } from '#domain/reading.js';
import type { Region } from '#domain/region.js';
import { judge } from './judge-row.js';
import { cutToFit } from './walk-cut.js';
import { openRegion, pagesOf } from './walk-pages.js';
import { readUnpriced } from './walk-rest.js';
import type { FoundRow, WalkInput, WalkState } from './walk-state.js';

/**
 * Reads the region at the state's position inside a planned box, cutting it as often as it needs.
 * Yields nothing and marks the stage indivisible when the source turns out to ignore boxes.
 */
export async function* readRegion(
  input: WalkInput,
  state: WalkState,
  box: Box,
): AsyncGenerator<FoundRow> {
  const region = await cutToFit(input, state, box);
  if (region === null) return;
  const first = region.unpriced
    ? await readUnpriced(input, state, region)
    : await openRegion(input, state, region);
  const behind = state.position.row;
  const seen = new Set<string>();
  let shown = 0;
  let index = 0;
  for await (const { page, readAtMs } of pagesOf(input, state, region, first)) {
    for (const raw of page.rows) {
      const before = { ...state.position, row: index };
      index += 1;
      const judged = judge(input, state, region, raw, readAtMs, seen, index <= behind);
      if (judged !== 'relaxed') shown += 1;
      if (typeof judged === 'string') continue;
      yield { reading: judged, before };
      const edge = state.position.edge | edgeOf(input, state, judged);
      state.position = { ...state.position, edge, row: index };
    }
  }
  noteShortfall(input, state, region, first.page.total, shown);
}

function edgeOf(input: WalkInput, state: WalkState, row: Reading<Row>): number {
  const point = valueOr(row.location);
  return point === null
    ? 0
    : edgesNear(input.area, state.position, micro(point.lng), micro(point.lat));
}

/** Says what is missing when the source showed fewer rows than it counted. */
function noteShortfall(
  input: WalkInput,
  state: WalkState,
  region: Region,
  total: number | null,
  shown: number,
): void {
  if (total === null || region.unpriced) return;
  const hidden = total - input.reader.caps.rows_max;
  if (hidden > 0)
    state.missing.push(`about ${hidden} rows on one spot are beyond the source's cap`);
  else if (shown < total)
    state.missing.push(`the source counted ${total} rows but showed ${shown}`);
}

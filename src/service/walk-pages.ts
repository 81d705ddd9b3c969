/** The pages of a region, read ahead as far as they are wanted. */
import type { Region } from '#domain/region.js';
import type { SourcePage } from '#sources/source.js';
import type { WalkInput, WalkState } from './walk-state.js';

export interface ReadPage {
  readonly page: SourcePage;
  readonly readAtMs: number;
}

/** The first page of a region: its rows are the evidence, its total says whether it hides any. */
export async function openRegion(
  input: WalkInput,
  state: WalkState,
  region: Region,
): Promise<ReadPage> {
  return readPage(input, state, region, 1);
}

/** The pages of a region in order, read ahead as far as the page still wants rows. */
export async function* pagesOf(
  input: WalkInput,
  state: WalkState,
  region: Region,
  first: ReadPage,
): AsyncGenerator<ReadPage> {
  const { caps } = input.reader;
  const started = new Map<number, Promise<ReadPage>>([[1, Promise.resolve(first)]]);
  const pagesMax = Math.min(
    caps.pages_max,
    first.page.total === null ? caps.pages_max : Math.ceil(first.page.total / caps.page_rows),
  );
  for (let number = 1; number <= Math.max(1, pagesMax); number += 1) {
    const wanted = Math.ceil(
      (state.wanted + Math.max(0, state.position.row - (number - 1) * caps.page_rows)) /
        caps.page_rows,
    );
    for (
      let ahead = number;
      ahead < number + Math.max(1, wanted) && ahead <= pagesMax;
      ahead += 1
    ) {
      if (!started.has(ahead)) started.set(ahead, quiet(readPage(input, state, region, ahead)));
    }
    const read = await (started.get(number) ?? readPage(input, state, region, number));
    yield read;
    if (!read.page.more || read.page.rows.length === 0) return;
  }
}

/** A page read ahead may fail before anyone waits for it; whoever waits still sees the failure. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

export async function readPage(
  input: WalkInput,
  state: WalkState,
  region: Region,
  page: number,
): Promise<ReadPage> {
  const ask = {
    box: region.box,
    narrow: region.narrow,
    filters: input.filters,
    page,
    nowMs: input.house.clock.nowMs(),
  };
  const read = await input.house.upstreams.read(input.source, input.reader, ask, {
    freshSinceMs: input.freshSinceMs,
    signal: input.signal,
  });
  state.oldestReadMs = Math.min(state.oldestReadMs, read.readAtMs);
  return read;
}

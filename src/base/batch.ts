/**
 * Work that is cheaper together: what arrives while a batch runs goes with the next one. The first of
 * an idle time runs at once, so nobody waits for company.
 */
export interface Batch<T, R> {
  /** Resolves with the outcome of this item; rejects with what its whole batch threw. */
  add(item: T): Promise<R>;
  /** The same without a promise, for the hottest call; `failed` also gets what `done` throws. */
  put(item: T, done: (outcome: R) => void, failed: (error: unknown) => void): void;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly done: (outcome: R) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Runs batches of at most `max` items, at most `lanes` at a time. `run` gives one outcome an item, in
 * order.
 */
export function openBatch<T, R>(
  max: number,
  lanes: number,
  run: (items: readonly T[]) => Promise<readonly R[]>,
): Batch<T, R> {
  let waiting: Waiting<T, R>[] = [];
  let running = 0;
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting.length <= max ? waiting : waiting.slice(0, max);
      waiting = waiting.length <= max ? [] : waiting.slice(max);
      await settle(batch, run);
    }
    running -= 1;
  };
  const put: Batch<T, R>['put'] = (item, done, failed) => {
    waiting.push({ item, done, failed });
    if (running >= lanes) return;
    running += 1;
    // Calls of the same turn of the event loop go together.
    setImmediate(() => void drain());
  };
  return { add: (item) => new Promise<R>((done, failed) => put(item, done, failed)), put };
}

async function settle<T, R>(
  batch: readonly Waiting<T, R>[],
  run: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<void> {
  const outcomes = await run(batch.map(({ item }) => item)).then(
    (all) => all,
    (error: unknown) => ({ error }),
  );
  if ('error' in outcomes) {
    for (const { failed } of batch) failed(outcomes.error);
    return;
  }
  let told = 0;
  for (const { done, failed } of batch) {
    // Whoever cannot bear its outcome is told so, and the others get theirs.
    try {
      if (told < outcomes.length) done(outcomes[told] as R);
      else failed(new Error('a batch gave fewer outcomes than it had items'));
    } catch (error) {
      failed(error);
    }
    told += 1;
  }
}

/**
 * Batches work that is cheaper together: items that arrive while a batch runs go into the next one.
 * When nothing runs, the first item starts a batch at once.
 */
export interface Batcher<T, R> {
  /** Resolves with the outcome of this item; rejects with what its whole batch threw. */
  add(item: T): Promise<R>;
  /** The same without a promise, for the hottest call; `failed` also gets what `done` throws. */
  enqueue(
    item: T,
    done: (outcome: R) => void,
    failed: (error: unknown) => void,
    isCancelled?: IsCancelled,
  ): void;
}

/** Called when a batch is formed: a cancelled item is left out. */
type IsCancelled = () => boolean;
const NEVER: IsCancelled = () => false;

interface Waiting<T, R> {
  readonly item: T;
  readonly done: (outcome: R) => void;
  readonly failed: (error: unknown) => void;
  readonly isCancelled: IsCancelled;
}

type Run<T, R> = (items: readonly T[]) => Promise<readonly R[]>;
type Ended<R> = readonly R[] | { readonly error: unknown };

/**
 * Runs batches of at most `max` items, at most `maxConcurrentBatches` at a time. `run` returns one
 * outcome per item, in order. When more than `max` items wait, accounts take turns: an item of each
 * account, then a second of each.
 */
export function openBatcher<T, R>(
  max: number,
  maxConcurrentBatches: number,
  run: Run<T, R>,
  accountOf: (item: T) => string = () => '',
): Batcher<T, R> {
  let waiting: Waiting<T, R>[] = [];
  let running = 0;
  const begin = () => {
    if (waiting.length > max) waiting = inTurn(waiting, accountOf);
    const taken = waiting.slice(0, max);
    waiting = waiting.slice(max);
    const batch = taken.filter(({ isCancelled }) => !isCancelled());
    return { batch, ended: batch.length === 0 ? Promise.resolve([]) : start(batch, run) };
  };
  /** Starts the next batch before it delivers the outcomes of the last one. */
  const drain = async () => {
    let now = begin();
    for (;;) {
      const ended = await now.ended;
      const early = waiting.length > 0 ? begin() : null;
      await deliverAll(now.batch, ended);
      if (early === null && waiting.length === 0) break;
      now = early ?? begin();
    }
    running -= 1;
  };
  const enqueue: Batcher<T, R>['enqueue'] = (item, done, failed, isCancelled = NEVER) => {
    waiting.push({ item, done, failed, isCancelled });
    if (running >= maxConcurrentBatches) return;
    running += 1;
    // Items of the same event-loop turn share a batch.
    setImmediate(() => {
      if (waiting.length > 0) void drain();
      else running -= 1;
    });
  };
  return { add: (item) => new Promise<R>((done, failed) => enqueue(item, done, failed)), enqueue };
}

/** The first item of each account, then the second of each, and so on. */
function inTurn<T, R>(
  waiting: readonly Waiting<T, R>[],
  accountOf: (item: T) => string,
): Waiting<T, R>[] {
  const counts = new Map<string, number>();
  const rounds: Waiting<T, R>[][] = [];
  for (const one of waiting) {
    const account = accountOf(one.item);
    const round = counts.get(account) ?? 0;
    counts.set(account, round + 1);
    const others = rounds[round];
    if (others === undefined) rounds.push([one]);
    else others.push(one);
  }
  return rounds.flat();
}

const start = <T, R>(batch: readonly Waiting<T, R>[], run: Run<T, R>): Promise<Ended<R>> =>
  run(batch.map(({ item }) => item)).then(
    (outcomes) => outcomes,
    (error: unknown) => ({ error }),
  );

/** Outcomes delivered per event-loop turn; calls and other batches get in between turns. */
const DELIVERED_AT_ONCE = 16;

async function deliverAll<T, R>(batch: readonly Waiting<T, R>[], ended: Ended<R>): Promise<void> {
  for (let from = 0; from < batch.length; from += DELIVERED_AT_ONCE) {
    if (from > 0) await new Promise((next) => setImmediate(next));
    const to = from + DELIVERED_AT_ONCE;
    deliver(batch.slice(from, to), 'error' in ended ? ended : ended.slice(from, to));
  }
}

function deliver<T, R>(batch: readonly Waiting<T, R>[], ended: Ended<R>): void {
  if ('error' in ended) {
    for (const { failed } of batch) failed(ended.error);
    return;
  }
  let delivered = 0;
  for (const { done, failed } of batch) {
    // A callback that throws gets its own error; the others get their outcomes.
    try {
      if (delivered < ended.length) done(ended[delivered] as R);
      else failed(new Error('a batch gave fewer outcomes than it had items'));
    } catch (error) {
      failed(error);
    }
    delivered += 1;
  }
}

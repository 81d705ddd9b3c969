let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other piece of long work has: pieces of a millisecond and more wait for
 * each other here, and calls are answered between any two of them.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise<void>((done) => setImmediate(done)));
  return last;
}

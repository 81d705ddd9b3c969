let last: Promise<void> = Promise.resolve();

/**
 * Resolves in an event-loop turn without any other long piece of work. Pieces that take a
 * millisecond or more wait for each other here, and calls are answered between any two of them.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise<void>((done) => setImmediate(done)));
  return last;
}

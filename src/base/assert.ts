/** Thrown for a bug in this program, never for a caller's or a source's mistake. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Asserts an invariant; `message` is a sentence. Throws AssertionError when it does not hold. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

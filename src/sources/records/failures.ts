/** Errors of file readers, as sentences for the operator. */
import { importError, OperatorError } from '#base/operator-error.js';

/** The same values; errors become an OperatorError. */
export async function* explained<T>(
  values: AsyncIterable<T>,
  explain: (message: string, code: string) => string,
): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    if (error instanceof OperatorError || !(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : '';
    throw importError(explain(error.message, code));
  }
}

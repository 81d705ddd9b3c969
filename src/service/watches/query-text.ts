/** The query of a watch as JSON, and as the query string of its search. */
import type { QueryValue } from '#contract/operations/watches.js';
import { ApiError } from '#domain/api-error.js';

/** The equivalent query string. */
export const toQueryText = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [
      name,
      parameterText(value as QueryValue),
    ]),
  ).toString();

const parameterText = (value: QueryValue): string =>
  typeof value === 'object' ? value.join(',') : String(value);

/** Runs a reader of a query; its errors name the member of the body. */
export function readingQuery<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const param = error.param === null ? 'query' : `query.${error.param}`;
    throw new ApiError(error.code, { message: error.message, param });
  }
}

/** What a reader makes of a stored query; null where this version of the service rejects it. */
export function readingStored<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}

/**
 * A page is stored under a hash of the rows that it was requested from. Nodes see an import up to a
 * second apart, so the collector may not have seen it yet, or may have seen a later one.
 */
import { dataVersion } from '#collect/sources.js';
import type { SearchRoute } from '#contract/routes.js';
import { apiError } from '#domain/api-error.js';
import type { App } from '../app.js';
import type { Task } from './task.js';

const REPLACED =
  'The stored rows were replaced while the search waited. Nothing was charged; send the search again.';

/**
 * Reads from the rows that a task was made for. Throws collection_unavailable when they were
 * replaced: the source is healthy, so its health is unaffected.
 */
export async function onItsData<T>(
  app: Pick<App, 'client' | 'tables'>,
  { source, kind }: SearchRoute,
  { data, feeds = [] }: Task,
  read: () => Promise<T>,
): Promise<T> {
  const isIts = () => data === undefined || data === dataVersion(app.client, source, kind, feeds);
  if (!isIts()) await app.tables.refresh();
  if (!isIts()) throw apiError('collection_unavailable', { message: REPLACED });
  const page = await read();
  if (!isIts()) throw apiError('collection_unavailable', { message: REPLACED });
  return page;
}

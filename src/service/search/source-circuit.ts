import { type SourceName, takesFiles } from '#contract/sources.js';
import { apiError } from '#domain/api-error.js';
import type { Db } from '#store/db.js';
import { listSourceStates } from '#store/source-states.js';
import type { App } from '../app.js';

/**
 * Throws 503 collection_unavailable while the source has no address or its circuit is open. Once the
 * circuit's time is over, collections are let through again, and the first success closes it.
 */
export async function requireOpenCircuit(app: App, db: Db, source: SourceName): Promise<void> {
  if (!app.client.configured(source)) {
    throw apiError('collection_unavailable', {
      message: takesFiles(source)
        ? `No dataset is imported for ${source}, so there is nothing to search. To import one: rowhouse ${source} import FILE --mapping MAPPING.`
        : `The operator has configured no address for ${source}, so it cannot be read here.`,
    });
  }
  const state = (await listSourceStates(db)).find((row) => row.source === source);
  const openForMs = (state?.open_until?.getTime() ?? 0) - app.clock.nowMs();
  if (openForMs <= 0) return;
  throw apiError('collection_unavailable', {
    message: `${source} has failed several times in a row and is left alone for a while. Nothing was charged. Last failure: ${state?.last_error ?? 'unknown'}`,
    retryAfterS: Math.ceil(openForMs / 1000),
  });
}

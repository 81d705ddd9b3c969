import { apiError } from '#domain/api-error.js';
import { isReachable } from '#store/db.js';
import type { App } from '../app.js';

/** What keeps the service from answering; empty when nothing does. */
export async function findUnready(app: App): Promise<string[]> {
  const why: string[] = [];
  if (app.stopping.aborted) why.push('the service is stopping');
  if (app.secret === null) why.push('ROWHOUSE_SECRET is not set');
  if (!(await isReachable(app.db))) why.push('the database cannot be reached');
  return why;
}

/** Throws 503 service_unconfigured while the signing secret is missing (decisions §1, step 9). */
export function requireSecret(app: App): void {
  if (app.secret === null) throw apiError('service_unconfigured');
}

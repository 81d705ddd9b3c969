import { CLOCK_HOLD_MS, isSteady } from '#base/steady-clock.js';
import { apiError } from '#domain/api-error.js';
import { isReachable } from '#store/db.js';
import { inspectStore } from '#store/inspect.js';
import type { Parts } from '../app.js';

/** Why the service cannot answer; empty when it can. */
export async function findUnready(app: Parts<'secret' | 'db' | 'stopping'>): Promise<string[]> {
  const why: string[] = [];
  if (app.stopping.aborted) why.push('the service is stopping');
  if (app.secret === null) why.push('ROWHOUSE_SECRET is not set');
  if (!(await isReachable(app.db))) why.push('the database cannot be reached');
  if (app.db.hasRoom?.() === false) why.push('the disk of the embedded database is full');
  return why;
}

/** What only a restart of the process can fix; empty when nothing. */
export const findDead = ({ db }: Parts<'db'>): string[] =>
  db.isAlive?.() === false ? ['the embedded database stops after each restart'] : [];

/** Warnings about a service that answers; empty when all is well. */
export function findWarnings({ clock }: Parts<'clock'>): string[] {
  const stepS = isSteady(clock) ? Math.round(clock.stepMs() / 1000) : 0;
  if (stepS === 0) return [];
  return [
    `the clock of this host stepped by ${stepS} s: time continues without the step, and nothing is deleted or disabled, until the clock is back or has stayed for ${CLOCK_HOLD_MS / 60_000} minutes`,
  ];
}

/** What `rowhouse doctor` asks of a running service, whose embedded database only it can open. */
export async function showCondition(app: Parts<'clock' | 'db' | 'secret' | 'stopping'>) {
  const unready = await findUnready(app);
  return {
    unready: [...findDead(app), ...unready],
    warnings: findWarnings(app),
    store: unready.length === 0 ? await inspectStore(app.db, false) : null,
  };
}

/** Throws 503 service_unconfigured without a secret (docs/lifecycle.md#the-request-pipeline). */
export function requireSecret(app: Parts<'secret'>): void {
  if (app.secret === null) throw apiError('service_unconfigured');
}

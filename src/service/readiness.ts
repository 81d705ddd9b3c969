import { refuse } from '#domain/refusal.js';
import type { House } from './house.js';

/** What keeps the service from answering; empty when nothing does. */
export async function findUnready(house: House): Promise<string[]> {
  const why: string[] = [];
  if (house.stopping.aborted) why.push('the service is stopping');
  if (house.secret === null) why.push('ROWHOUSE_SECRET is not set');
  const reachable = await house.db.rows('select 1').then(
    () => true,
    () => false,
  );
  if (!reachable) why.push('the database cannot be reached');
  return why;
}

/** Throws 503 service_unconfigured while the signing secret is missing (decisions §1, rung 9). */
export function refuseUnconfigured(house: House): void {
  if (house.secret === null) throw refuse('service_unconfigured');
}

/** Charges of cache hits in a process of their own, beside other work on the same server. */

import type { Place } from '../support/fill.js';
import { ourProgram, startProgram } from '../support/processes.js';

export interface Charges {
  /** NaN on the embedded database, which has one session: nothing is charged beside. */
  readonly charges: number;
  readonly longestMs: number;
  /** How long the work took. */
  readonly workS: number;
}

/** Does the work while another process charges. */
export async function chargeBeside(place: Place, work: () => Promise<unknown>): Promise<Charges> {
  const charger =
    'databaseUrl' in place
      ? await startProgram(ourProgram('charger', place.databaseUrl), /ready/)
      : null;
  const began = performance.now();
  await work();
  const workS = (performance.now() - began) / 1000;
  await charger?.end();
  const said = /charges (\d+) longest ([\d.]+)/.exec(charger?.output() ?? '');
  return { charges: Number(said?.[1]), longestMs: Number(said?.[2]), workS };
}

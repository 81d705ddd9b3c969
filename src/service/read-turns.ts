/** Large reads: accounts in turn, so that few of them are in memory at once. */
import { assert } from '#base/assert.js';
import { openTurns, type Turns } from '#base/turns.js';
import type { Parts } from './app.js';
import type { Waiter } from './caller-gone.js';
import type { Reader } from './homes/find-matches.js';

/**
 * Areas, snapshots and pages of layers that a process reads at once: an area may have some 100,000
 * homes in memory.
 */
const AREA_READS_MAX = 8;

/** Opens the places of a process, one for an account. */
export const openAreaReads = (): Turns => openTurns(AREA_READS_MAX, 1);

/**
 * Reads when it is the turn of the account, with the feeds that it may read then. Throws what
 * `readmit` throws. A read within a read would wait for itself.
 */
export async function inReadTurn<T>(
  { areaReads }: Parts<'areaReads'>,
  account_id: string,
  { readmit }: Pick<Waiter, 'readmit'>,
  read: (reader: Reader) => Promise<T>,
): Promise<T> {
  const leave = await areaReads.take(account_id);
  assert(leave !== null, 'a turn comes where no signal ends the wait');
  try {
    return await read({ feeds: await readmit() });
  } finally {
    leave();
  }
}

/** Reading a large area in parts, so that calls are answered in between. */
import { ownTurn } from '#base/own-turn.js';

/** ZIPs that are read in one statement. */
const ZIPS_A_PART = 10;

/** Calls `read` with some ZIPs after the others, in their order. */
export async function eachPart(
  zips: readonly string[],
  read: (part: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < zips.length; at += ZIPS_A_PART) {
    await read(zips.slice(at, at + ZIPS_A_PART));
    await ownTurn();
  }
}

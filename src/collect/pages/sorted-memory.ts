/** The memory of searches that are read whole before they are sorted, bounded over all of them. */
import { type Leave, openTurns } from '#base/turns.js';
import { apiError } from '#domain/api-error.js';

/**
 * How the bytes are divided: cached sorted searches, the shares of the searches being read, and the
 * one search that needs more than its share.
 */
const KEPT_PART = 1 / 4;
const SHARES_PART = 1 / 8;
const LARGE_PART = 1 - KEPT_PART - SHARES_PART;

export const keptBytesOf = (bytesMax: number): number => Math.floor(bytesMax * KEPT_PART);

export interface SortedMemory {
  /** Opens the account of a search of `asker` that is about to be read. */
  open(asker: string, signal: AbortSignal): SortedAccount;
  /** Bytes that all searches being read hold now. */
  bytes(): number;
}

export interface SortedAccount {
  /**
   * Takes the bytes of one row. False when the search may hold no more: its reading stops there.
   * The first row beyond the share waits until no other search holds more than its share; throws
   * collection_unavailable when the signal aborts before that.
   */
  take(bytes: number): Promise<boolean>;
  /** Releases everything. */
  close(): void;
}

/**
 * Opens the memory for `searches` concurrent searches. A search within its share never waits. One
 * search at a time may hold more, so two large ones can neither exceed the bound together nor wait
 * for each other's bytes forever. Accounts take turns for this.
 */
export function openSortedMemory(bytesMax: number, searches: number): SortedMemory {
  const share = Math.floor((bytesMax * SHARES_PART) / searches);
  const most = share + Math.floor(bytesMax * LARGE_PART);
  let held = 0;
  const turns = openTurns(1);

  const takeTurn = async (asker: string, signal: AbortSignal): Promise<Leave> => {
    const end = await turns.take(asker, signal);
    if (end === null) throw apiError('collection_unavailable', { message: NO_TURN });
    return end;
  };

  return {
    bytes: () => held,
    open: (asker, signal) => {
      let own = 0;
      let endTurn: Leave | null = null;
      return {
        take: async (bytes) => {
          if (own + bytes > most) return false;
          if (own + bytes > share) endTurn ??= await takeTurn(asker, signal);
          own += bytes;
          held += bytes;
          return true;
        },
        close: () => {
          held -= own;
          own = 0;
          endTurn?.();
        },
      };
    },
  };
}

const NO_TURN =
  'Other large sorted searches were running, and this one could not start in time. Nothing was charged; try again later, or search a smaller area.';

/** ZIPs whose homes or answers are odd on purpose (docs/sources.md), as a table. */
import type { Fault } from '../faults.js';

interface OddPlace {
  readonly zip: string;
  /** Homes for sale in the national data, whatever its size: enough to observe. */
  readonly homes: number;
  /** The fault of every search of the place; null where its homes change every minute instead. */
  readonly fault: Fault | null;
}

const SLOW_MS = 3_000;
/** Too few for a collector to learn another box of the place from its rows. */
const FEW_HOMES = 15;
const MANY_HOMES = 150;

export const ODD_PLACES: readonly OddPlace[] = [
  { zip: '02807', homes: FEW_HOMES, fault: { mode: 'refuse', rate: 1, latency_ms: 0 } },
  { zip: '49757', homes: FEW_HOMES, fault: { mode: 'slow', rate: 1, latency_ms: SLOW_MS } },
  { zip: '02554', homes: FEW_HOMES, fault: { mode: 'drift', rate: 1, latency_ms: 0 } },
  { zip: '90704', homes: FEW_HOMES, fault: { mode: 'busy', rate: 1, latency_ms: 0 } },
  { zip: '33040', homes: MANY_HOMES, fault: null },
];

const BY_ZIP: ReadonlyMap<string, OddPlace> = new Map(
  ODD_PLACES.map((place) => [place.zip, place]),
);

/** The homes for sale of an odd place; undefined for other ZIPs. */
export const oddHomes = (zip: string): number | undefined => BY_ZIP.get(zip)?.homes;

/** Whether a day of a ZIP's homes lasts a minute. */
export const changesEveryMinute = (zip: string): boolean => BY_ZIP.get(zip)?.fault === null;

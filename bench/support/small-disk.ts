/** A disk that can be filled: a tmpfs. Needs Linux, and the right to mount. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.js';

/** First in large steps, then to the last block. */
const STEP_BYTES = [1_048_576, 4_096] as const;

export interface SmallDisk {
  readonly folder: string;
  /** From now on it takes no byte more. */
  fill(): void;
  /** Removes what filled it. */
  free(): void;
}

/** Null where this machine does not let it be mounted. It is taken off at the end. */
export function openSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-small-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  const isMounted = spawnSync('mount', options).status === 0;
  atEnd(() => {
    if (isMounted) spawnSync('umount', ['-l', folder]);
    rmdirSync(folder);
  });
  if (!isMounted) return null;
  chmodSync(folder, 0o755);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      for (const bytes of STEP_BYTES) append(ballast, bytes, (megabytes * 1_048_576) / bytes);
    },
    free: () => rmSync(ballast),
  };
}

/** Appends until there is no room, at most `times`. */
function append(path: string, bytes: number, times: number): void {
  const block = Buffer.alloc(bytes, 1);
  for (let at = 0; at < times; at += 1) {
    try {
      appendFileSync(path, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
}

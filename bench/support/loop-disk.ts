/** A disk that can lose its power: ext4 in a file, on a loop device. Needs root, and Linux. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** EXT4_IOC_SHUTDOWN, and EXT4_GOING_FLAGS_NOLOGFLUSH: nothing more goes to the device. */
const SHUTDOWN = 0x8004587d;
const NO_LOG_FLUSH = 2;
const UNMOUNT_TRIES_MAX = 20;

export interface LoopDisk {
  readonly folder: string;
  /** From now on nothing reaches the device; what has not reached it is gone after `remount`. */
  cutPower(): void;
  /** Takes the file system off and on again, as a start after a power cut does. */
  remount(): void;
  remove(): void;
}

/** The disk, or the end of this program with what the machine rejected. */
export function openLoopDiskOrEnd(megabytes: number): LoopDisk {
  try {
    return openLoopDisk(megabytes);
  } catch (error) {
    console.log(`skipped: this machine makes no disk that can be cut. ${String(error)}`);
    process.exit(0);
  }
}

/** Makes, formats and mounts it; throws with what the machine rejected. */
function openLoopDisk(megabytes: number): LoopDisk {
  const home = mkdtempSync(join(tmpdir(), 'rowhouse-disk-'));
  const image = join(home, 'disk.img');
  const folder = join(home, 'disk');
  mkdirSync(folder);
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1_048_576);
  let device = '';
  const remove = () => {
    unmount(folder);
    if (device !== '') run('losetup', ['-d', device]);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    run('mkfs.ext4', ['-q', '-F', image]);
    device = run('losetup', ['--find', '--show', image]).trim();
    run('mount', ['-t', 'ext4', device, folder]);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    folder,
    cutPower: () => {
      const script = `sysopen(my $d, $ARGV[0], 0) or die "open: $!"; my $how = pack("L", ${NO_LOG_FLUSH}); ioctl($d, ${SHUTDOWN}, $how) or die "ioctl: $!"`;
      run('perl', ['-e', script, folder]);
    },
    remount: () => {
      if (!unmount(folder)) throw new Error(`${folder} is still in use`);
      run('mount', ['-t', 'ext4', device, folder]);
    },
    remove,
  };
}

function unmount(folder: string): boolean {
  for (let tries = 0; tries < UNMOUNT_TRIES_MAX; tries += 1) {
    if (spawnSync('mountpoint', ['-q', folder]).status !== 0) return true;
    if (spawnSync('umount', [folder]).status === 0) return true;
    spawnSync('sleep', ['0.1']);
  }
  return false;
}

function run(program: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? stderr.trim()}`);
}

/** The Debian package, installed over this system's files in memory: nothing of it stays here. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { programOf } from '../support/own-process.js';
import { missing, ROOT, releaseDryRun, VERSION } from '../support/release-dry-run.js';

const STEPS = join(ROOT, 'test/support/debian-steps.sh');
const STEPS_MS_MAX = 300_000;
const base = mkdtempSync(join(tmpdir(), 'rowhouse-debian-'));
after(() => rmSync(base, { recursive: true, force: true }));

/** Why the package cannot be installed here; null where it can. */
function refused(): string | null {
  const why = missing();
  if (why !== null) return why;
  // As the steps do: another root directory, over this one.
  const tried = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'rowhouse', base]);
  return tried.status === 0 ? null : 'only root may mount a file system';
}

function build(version: string): string {
  const words = programOf(pathToFileURL(join(ROOT, 'scripts/build-deb.ts')).href);
  const options = ['--version', version, '--compression', 'none'];
  const said = execFileSync(process.execPath, [...words, process.execPath, base, ...options], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return said.trim();
}

test('the package installs, starts, upgrades with its settings and data, and leaves nothing when it is purged', (t) => {
  const why = refused();
  if (why !== null) return t.skip(why);
  const newer = releaseDryRun().file('.deb');
  // Debian sorts it before every other of the same number.
  const older = build(`${VERSION.replace(/-.*/, '')}-alpha.1`);
  const folder = join(base, 'root');
  mkdirSync(folder);
  const words = ['-m', '--pid', '--fork', '--kill-child', 'sh', STEPS, folder, older, newer];
  const run = spawnSync('unshare', words, { encoding: 'utf8', timeout: STEPS_MS_MAX });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  assert.deepEqual(
    Object.fromEntries(
      run.stdout
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    ),
    {
      mode_of_data: 'rowhouse:rowhouse:700',
      mode_of_settings: 'root:rowhouse:640',
      enabled: '/lib/systemd/system/rowhouse.service',
      installed: VERSION,
      first_answer: '202',
      mode_after_upgrade: 'root:rowhouse:640',
      settings_after_upgrade: '1',
      upgraded: VERSION.replace('-', '~'),
      answer_after_upgrade: '200',
      key_after_upgrade: 'same',
      program_after_remove: '0',
      data_after_remove: 'there',
      left_after_purge: '0',
      user_after_purge: 'gone',
    },
  );
});

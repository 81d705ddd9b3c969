/** Failures of the operating system as one line with what to do. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '#base/operator-error.js';
import { CliError } from '#cli/cli-error.js';
import { describeError } from '#cli/search-messages.js';
import { sayFault } from './say-fault.js';

const BIN = fileURLToPath(new URL('../bin/rowhouse.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-faults-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function said(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return sayFault(error);
  }
  assert.fail('it should fail');
}

test('a directory in place of a file, and a file in place of a directory, are named as such', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  assert.match(
    said(() => readFileSync(folder)),
    /^EISDIR: [^\n]*\. Name a file\.$/,
  );
  const inPlaceOfDirectory = /^E(NOTDIR|EXIST): [^\n]*file'\. Name a directory\.$/;
  assert.match(
    said(() => readdirSync(file)),
    inPlaceOfDirectory,
  );
  assert.match(
    said(() => mkdirSync(file)),
    inPlaceOfDirectory,
  );
});

test('a path that cannot be used is named with what to do', () => {
  const loop = join(folder, 'loop');
  symlinkSync(loop, loop);
  assert.match(
    said(() => readFileSync(loop)),
    /^ELOOP: [^\n]*loop'\. Use a path [^\n]*\.$/,
  );
  assert.match(
    said(() => readFileSync(join(folder, 'n'.repeat(300)))),
    /^ENAMETOOLONG: [^\n]*\. Use a shorter path\.$/,
  );
  const denied = Object.assign(new Error("EACCES: permission denied, open 'x'"), {
    code: 'EACCES',
  });
  const advice = "EACCES: permission denied, open 'x'. Run this as a user with access to";
  assert.ok(sayFault(denied).startsWith(advice), sayFault(denied));
  // The commands of callers say the same.
  assert.equal(describeError(denied), sayFault(denied));
});

test('a command in a directory that was removed says so in one line', () => {
  const gone = join(folder, 'gone');
  mkdirSync(gone);
  const command = 'cd "$1" && rmdir "$1" && exec "$2" "$3" migrate';
  const words = ['-c', command, 'sh', gone, process.execPath, BIN];
  const { stderr, status } = spawnSync('sh', words, { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^rowhouse: the current directory was removed\. Change to one [^\n]*\n$/);
});

test('what a source or a service wrote into an error starts no line and steers no terminal', () => {
  const message = 'The source said: \u001B[2J\u001B]0;owned\u0007\nrowhouse: done \u202Eolleh';
  const shown = 'The source said:  [2J ]0;owned  rowhouse: done  olleh';
  for (const error of [new CliError(message), new OperatorError(message)]) {
    assert.equal(sayFault(error), shown);
  }
});

test('an address that is not of this machine names both settings that it may come from', () => {
  for (const [code, message] of [
    ['EADDRNOTAVAIL', 'listen EADDRNOTAVAIL: address not available 10.99.99.99:9464'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND metrics.invalid'],
  ] as const) {
    assert.equal(
      sayFault(Object.assign(new Error(message), { code })),
      `${message}. Set HOST, or ROWHOUSE_METRICS_ADDRESS, to an address of this machine.`,
    );
  }
});

test('a port that this user may not use gets advice about ports, not paths', () => {
  const denied = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), {
    code: 'EACCES',
    port: 80,
  });
  assert.equal(
    sayFault(denied),
    'this user may not listen at port 80. Set PORT, ROWHOUSE_ADMIN_PORT or ROWHOUSE_METRICS_ADDRESS to a port from 1024 on; a proxy in front can take 80 or 443.',
  );
});

import { strict as assert } from 'node:assert';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after, test } from 'node:test';
import { checkName, writeTransfer } from '#store/transfer/file.js';
import { checkNewFile, writeNewFile } from './write-new-file.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-new-file-'));
after(() => rmSync(folder, { recursive: true }));

for (const [what, write] of [
  ['a backup', writeNewFile],
  ['an export', writeTransfer],
] as const) {
  test(`of two commands that write ${what} to one file, the later to end is rejected`, async () => {
    const file = join(folder, what);
    const slow = new PassThrough();
    slow.write('first');
    const first = write(file, slow);
    await write(file, Readable.from(['second']));
    const whole = readFileSync(file);
    slow.end();
    await assert.rejects(first, /an? \w+ exists\. Name a file that does not\./);
    assert.deepEqual(readFileSync(file), whole);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith(what)),
      [what],
    );
  });
}

for (const [what, check] of [
  ['a backup', checkNewFile],
  ['an export', checkName],
] as const) {
  test(`${what} to "-" is rejected, which elsewhere means standard output`, () => {
    assert.throws(() => check('-'), /^\w+: - is not a file\. Name one, or \.\/- for a file with/);
    check(join(folder, '-'));
  });
}

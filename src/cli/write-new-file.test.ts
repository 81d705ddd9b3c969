import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after, test } from 'node:test';
import { request } from 'undici';
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

const MB = 1_048_576;
const SENT_BYTES = 32 * MB;
/** What the system holds between two sockets of one machine, and some more. */
const AHEAD_BYTES_MAX = 16 * MB;
const PART = Buffer.alloc(4_096, 1);

test('an answer of many small parts is received no faster than it is written', async (t) => {
  const file = join(folder, 'parts');
  const written = () => {
    const [part] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.startsWith('parts.part-') && name.endsWith('part'),
    );
    return part === undefined ? 0 : statSync(join(folder, part)).size;
  };
  let ahead = 0;
  const server = createServer(async (_request, response) => {
    for (let sent = 0; sent < SENT_BYTES; sent += PART.length) {
      if (!response.write(PART)) await once(response, 'drain');
      if (sent % MB === 0) ahead = Math.max(ahead, sent - written());
    }
    response.end();
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { body } = await request(`http://127.0.0.1:${port}/`);
  const { bytes } = await writeNewFile(file, body);
  assert.equal(bytes, SENT_BYTES);
  assert.ok(ahead < AHEAD_BYTES_MAX, `${(ahead / MB).toFixed(1)} MB were received and not written`);
});

/** `rowhouse doctor` on an embedded database in which a command as root left its files. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chownSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cleanUp, examine, folder, textOf } from './support/doctor.js';
import { settingsOf } from './support/run-rowhouse.js';

const ANOTHER_USER = 12_345;

after(cleanUp);

test('files of another user are found however deep in the database, and three are listed', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can give files away');
  const data = folder();
  const deep = join(data, 'postgres/base/5');
  mkdirSync(deep, { recursive: true });
  assert.match(textOf(await examine(settingsOf(data)), 'directory'), /^ok: /);
  for (const name of ['1', '2', '3', '4', '5']) {
    writeFileSync(join(deep, name), '');
    chownSync(join(deep, name), ANOTHER_USER, ANOTHER_USER);
  }
  assert.match(
    textOf(await examine(settingsOf(data)), 'directory'),
    /^fault: (\S+, ){2}\S+base\/5\/\d and 2 more belong to another user .*chown -R 0 \S+$/,
  );
  // "chown -R" does not enter a link, which the state directory of a systemd unit is.
  const link = join(folder(), 'link');
  symlinkSync(data, link);
  const advice = textOf(await examine(settingsOf(link)), 'directory');
  assert.ok(advice.endsWith(`chown -R 0 ${realpathSync(data)}`), advice);
});

test('a directory of another user is not entered: its content may not be readable', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can give files away');
  const data = folder();
  const foreign = join(data, 'postgres/base');
  mkdirSync(foreign, { recursive: true });
  writeFileSync(join(foreign, '1'), '');
  for (const path of [join(foreign, '1'), foreign]) chownSync(path, ANOTHER_USER, ANOTHER_USER);
  assert.match(
    textOf(await examine(settingsOf(data)), 'directory'),
    /^fault: \S+postgres\/base belongs to another user /,
  );
});

test('a data directory that cannot be read is one fault, however many checks look into it', async (t) => {
  const data = folder();
  mkdirSync(join(data, 'postgres'));
  // Nobody can open a socket as a file: root neither, who may read every directory.
  const socket = createServer().listen(join(data, 'lock'));
  t.after(() => socket.close());
  await once(socket, 'listening');
  const results = await examine(settingsOf(data));
  const faults = results.filter(({ result }) => result === 'fault');
  assert.deepEqual(
    faults.map(({ check }) => check),
    ['store'],
  );
});

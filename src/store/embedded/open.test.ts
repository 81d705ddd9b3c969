import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openEmbedded } from './open.js';

const base = mkdtempSync(join(tmpdir(), 'rowhouse-embedded-'));
after(() => rmSync(base, { recursive: true, force: true }));
const ENDS_MS_MAX = 15_000;

test('what was committed is there after closing and opening again', async () => {
  const first = await openEmbedded(join(base, 'kept'));
  await first.rows('create table notes (word text)');
  await first.rows(`insert into notes values ('kept')`);
  await first.close();
  const second = await openEmbedded(join(base, 'kept'));
  assert.deepEqual(await second.rows('select word from notes'), [{ word: 'kept' }]);
  await second.close();
});

test('a directory that is open is rejected with what to do, and is free after closing', async () => {
  const first = await openEmbedded(join(base, 'held'));
  await assert.rejects(
    openEmbedded(join(base, 'held')),
    /in use by process \d+ on .+ROWHOUSE_DATA/,
  );
  await first.close();
  await (await openEmbedded(join(base, 'held'))).close();
});

test('closing ends while a statement still runs', async () => {
  // In its own process: one that hangs is killed, and the test fails instead of hanging.
  const code = `
    import { openEmbedded } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
    const pool = await openEmbedded(${JSON.stringify(join(base, 'busy'))});
    const work = pool.rows('select count(*) from generate_series(1, 300000)').catch(() => undefined);
    await pool.close();
    await work;
    process.stdout.write('closed');`;
  const loader = ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', code];
  const child = spawn(process.execPath, loader);
  let said = '';
  child.stdout.on('data', (data) => {
    said += String(data);
  });
  const late = setTimeout(() => child.kill('SIGKILL'), ENDS_MS_MAX);
  await once(child, 'close');
  clearTimeout(late);
  assert.equal(said, 'closed');
});

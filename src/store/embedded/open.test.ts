import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { flagsFor } from '../../../test/support/own-process.js';
import { openEmbedded } from './open.js';

const base = mkdtempSync(join(tmpdir(), 'rowhouse-embedded-'));
after(() => rmSync(base, { recursive: true, force: true }));
const ENDS_MS_MAX = 60_000;

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
  const said = await runApart(`
    const pool = await openEmbedded(${JSON.stringify(join(base, 'busy'))});
    const work = pool.rows('select count(*) from generate_series(1, 300000)').catch(() => undefined);
    await pool.close();
    await work;
    process.stdout.write('closed');`);
  assert.equal(said, 'closed');
});

test('the engine has no step back of the clock of the host', async () => {
  const flag = JSON.stringify(join(base, 'stepped'));
  // Runs in the threads as well, whose clock it puts back once the file exists.
  const steps = `import { existsSync } from 'node:fs';
    const { now } = Date;
    Date.now = () => now() - (existsSync(${flag}) ? 40 * 86_400_000 : 0);`;
  const options = `--import=data:text/javascript,${encodeURIComponent(steps)}`;
  const said = await runApart(
    `
    import { writeFileSync } from 'node:fs';
    const pool = await openEmbedded(${JSON.stringify(join(base, 'stepping'))});
    const timeOf = async () => (await pool.rows('select clock_timestamp() as at'))[0].at.getTime();
    const before = await timeOf();
    writeFileSync(${flag}, '');
    const after = await timeOf();
    await pool.close();
    process.stdout.write(after >= before ? 'no step' : \`stepped by \${after - before} ms\`);`,
    { NODE_OPTIONS: options },
  );
  assert.equal(said, 'no step');
});

/** What code prints in its own process: one that hangs is killed, and the test fails. */
async function runApart(code: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const open = import.meta.resolve('./open.js');
  const program = `import { openEmbedded } from ${JSON.stringify(open)};\n${code}`;
  const words = [...flagsFor(open), '--input-type=module', '-e', program];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...env },
  });
  let said = '';
  child.stdout.on('data', (data) => {
    said += String(data);
  });
  const late = setTimeout(() => child.kill('SIGKILL'), ENDS_MS_MAX);
  await once(child, 'close');
  clearTimeout(late);
  return said;
}

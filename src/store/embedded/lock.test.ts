import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lockDirectory } from './lock.js';

const base = mkdtempSync(join(tmpdir(), 'rowhouse-lock-'));
after(() => rmSync(base, { recursive: true, force: true }));

function directory(name: string): string {
  const path = join(base, name);
  mkdirSync(path, { recursive: true });
  return path;
}

for (const [name, path] of [
  ['a short path', 'short'],
  ['a path too long for a socket', `deep/${'x'.repeat(120)}`],
] as const) {
  test(`a data directory with ${name} is held by one at a time`, async () => {
    const data = directory(path);
    const unlock = await lockDirectory(data);
    assert.ok(unlock !== null);
    assert.equal(await lockDirectory(data), null);
    assert.equal(await lockDirectory(data), null, 'asking does not break it');
    await unlock();
    const again = await lockDirectory(data);
    assert.ok(again !== null);
    await again();
  });
}

test('two directories are held side by side', async () => {
  const [one, two] = [await lockDirectory(directory('one')), await lockDirectory(directory('two'))];
  assert.ok(one !== null && two !== null);
  await Promise.all([one(), two()]);
});

test('the lock of a process that was killed is free, although its socket file is left', async () => {
  const data = directory('killed');
  const code = `
    import { lockDirectory } from ${JSON.stringify(fileURLToPath(new URL('./lock.ts', import.meta.url)))};
    const held = await lockDirectory(${JSON.stringify(data)});
    process.stdout.write(held === null ? 'no' : 'yes');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, [
    '--conditions=source',
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    code,
  ]);
  const [said] = await once(child.stdout, 'data');
  assert.equal(String(said), 'yes');
  assert.equal(await lockDirectory(data), null, 'held by the other process');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.ok(existsSync(join(data, 'lock')), 'the socket file is left');
  const unlock = await lockDirectory(data);
  assert.ok(unlock !== null);
  await unlock();
});

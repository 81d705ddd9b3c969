import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lockDirectory } from './lock.js';

const base = mkdtempSync(join(tmpdir(), 'rowhouse-lock-'));
const mounted: string[] = [];
const processes: ChildProcess[] = [];
after(async () => {
  // A killed process holds its mount until it has ended.
  const running = processes.filter((child) => child.exitCode === null && child.signalCode === null);
  const gone = running.map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(gone);
  for (const path of mounted) execFileSync('umount', [path]);
  rmSync(base, { recursive: true, force: true });
});

/** How often two processes start at once; LOCK_ROUNDS=1000 does so 1000 times. */
const ROUNDS = Number(process.env.LOCK_ROUNDS ?? 15);
/** Longer than a socket's path may be. */
const LONG = `deep/${'x'.repeat(120)}`;
const LOCK = new URL('../../../dist/store/embedded/lock.js', import.meta.url).href;

function directory(name: string): string {
  const path = join(base, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** A process that locks directories when it receives their path, and unlocks the last at ''. */
const STARTER = `
  import { lockDirectory } from ${JSON.stringify(LOCK)};
  let held;
  process.on('message', async (path) => {
    if (path === '') {
      held?.unlock?.();
      process.send('free');
      return;
    }
    held = await lockDirectory(path);
    process.send(held.heldBy ?? 'won');
  });
  process.send('ready');`;

async function starter(tmp = tmpdir()): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', STARTER], {
    env: { ...process.env, TMPDIR: tmp },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  processes.push(child);
  await once(child, 'message');
  return child;
}

async function ask(child: ChildProcess, path: string): Promise<string> {
  const over = new AbortController();
  const answer = Promise.race([
    once(child, 'message', { signal: over.signal }),
    once(child, 'exit', { signal: over.signal }).then(() => ['ended']),
  ]);
  child.send(path);
  const [said] = await answer;
  over.abort();
  return String(said);
}

const nameOf = ({ pid }: ChildProcess): RegExp => new RegExp(`^process ${pid} on \\S+$`);

/** The directory at another path; null where this user may not mount. */
function bindMount(path: string): string | null {
  const target = directory(`bound-${mounted.length}`);
  try {
    execFileSync('mount', ['--bind', path, target], { stdio: 'pipe' });
  } catch {
    return null;
  }
  mounted.push(target);
  return target;
}

function symlink(path: string): string {
  const link = join(base, `link-${path.length}`);
  symlinkSync(path, link);
  return link;
}

for (const [name, path] of [
  ['a short path', 'short'],
  ['a long path', LONG],
] as const) {
  test(`a data directory with ${name} is held by one at a time`, async () => {
    const data = directory(path);
    const lock = await lockDirectory(data);
    assert.ok('unlock' in lock);
    const mine = { heldBy: ((await lockDirectory(data)) as { heldBy: string }).heldBy };
    assert.match(mine.heldBy, nameOf(process as unknown as ChildProcess));
    assert.deepEqual(await lockDirectory(data), mine, 'asking does not break it');
    lock.unlock();
    const again = await lockDirectory(data);
    assert.ok('unlock' in again);
    again.unlock();
  });
}

test('two directories are held side by side', async () => {
  const locks = [await lockDirectory(directory('one')), await lockDirectory(directory('two'))];
  for (const lock of locks) {
    assert.ok('unlock' in lock);
    lock.unlock();
  }
});

for (const [name, otherPath] of [
  ['the same path', (path: string) => path],
  ['a symbolic link', symlink],
  ['a bind mount', bindMount],
] as const) {
  test(`a long path is one directory through ${name} and with another TMPDIR`, async (t) => {
    const path = directory(`${LONG}/${name}`);
    const other = otherPath(path);
    if (other === null) {
      t.skip('this user may not mount: run it as root to test bind mounts');
      return;
    }
    const [one, two] = [await starter(directory('tmp-1')), await starter(directory('tmp-2'))];
    assert.equal(await ask(one, path), 'won');
    assert.match(await ask(two, other), nameOf(one));
    one.kill('SIGKILL');
    await once(one, 'exit');
    assert.equal(await ask(two, other), 'won', 'the lock ends with a killed process');
  });
}

test('of two that start at once after a kill one wins, and the other names it', async () => {
  const long = directory(`${LONG}/raced`);
  const paths = [long, symlink(long), bindMount(long) ?? long];
  const pair = [await starter(directory('tmp-3')), await starter(directory('tmp-4'))] as const;
  for (let round = 0; round < ROUNDS; round += 1) {
    const holder = await starter();
    assert.equal(await ask(holder, long), 'won');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const answers = await Promise.all(
      pair.map((child, n) => ask(child, paths[(round + n) % paths.length] ?? long)),
    );
    const winner = answers.indexOf('won');
    assert.notEqual(winner, -1, `round ${round}: nobody won: ${answers.join()}`);
    assert.match(answers[1 - winner] ?? '', nameOf(pair[winner] ?? holder), `round ${round}`);
    await Promise.all(pair.map((child) => ask(child, '')));
  }
});

test('a socket of an earlier version is named, with what to do', async () => {
  const data = directory('earlier');
  const server = createServer().listen(join(data, 'lock'));
  await once(server, 'listening');
  await assert.rejects(lockDirectory(data), /a socket of an earlier version.+remove the file/);
  server.close();
});

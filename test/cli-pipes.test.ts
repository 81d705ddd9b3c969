/** Commands whose reader closes the pipe early, as `| head` does: exit code 0, and not a word. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { TEXT_FORMATS } from '#cli/row-writers.js';
import { ROOT } from './architecture/read-tree.js';
import { scriptedServer } from './support/scripted-server.js';

const MS_MAX = 30_000;
const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
});

const page = (rows: number, next_cursor: string | null) => ({
  request_id: 'x',
  status: 'complete',
  credits: 1,
  cached: true,
  error: null,
  result: {
    count: rows,
    next_cursor,
    data: Array.from({ length: rows }, (_row, at) => ({
      source: 'portal_a',
      source_id: String(at),
      source_url: `https://portal-a.example.invalid/${'x'.repeat(1_000)}`,
      location: null,
    })),
    field_notes: [],
    completeness: 'complete',
  },
});

/** Runs a bash line; its output and how it ends. */
function bash(line: string) {
  const child = spawn('bash', ['--norc', '-c', line], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE: process.execPath },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: MS_MAX,
  });
  running.add(child);
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    said.stdout += String(data);
  });
  child.stderr.on('data', (data) => {
    said.stderr += String(data);
  });
  const ended = once(child, 'close').then(() => said);
  const hears = async (text: string) => {
    while (!said.stdout.includes(text)) await once(child.stdout, 'data');
  };
  return { stdin: child.stdin, ended, hears };
}

const searchLine = (url: string, format: string) =>
  `"$NODE" bin/rowhouse.js search portal_a/listings --zip 78704 --all --api-key k --base-url ${url} --format ${format}`;

/** Gives the first page at once, and the second when the reader of the first has gone. */
async function serverThatWaits(gone: Promise<unknown>, rowsOfSecond: number, asked: () => void) {
  let calls = 0;
  const server = createServer(async (_request, response) => {
    calls += 1;
    if (calls === 1) return response.end(JSON.stringify(page(2, 'next')));
    asked();
    await gone;
    return response.end(JSON.stringify(page(rowsOfSecond, null)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

for (const format of TEXT_FORMATS) {
  test(`${format}: head that has enough of a long page ends the search with 0, silently`, async () => {
    const server = await scriptedServer([{ body: page(400, 'next') }]);
    const line = `${searchLine(server.url, format)} | head -c 10 > /dev/null; echo "code \${PIPESTATUS[0]}"`;
    const said = await bash(line).ended;
    await server.close();
    assert.deepEqual(said, { stdout: 'code 0\n', stderr: '' });
  });

  for (const [rows, what] of [
    [2, 'a page'],
    [0, 'the end of the document'],
  ] as const)
    test(`${format}: a pipe that is closed before ${what} ends the search with 0, silently`, async () => {
      let gone = (): void => undefined;
      const closed = new Promise<void>((done) => {
        gone = done;
      });
      let reader: { write(text: string): unknown } | null = null;
      const server = await serverThatWaits(closed, rows, () => reader?.write('go\n'));
      const run = bash(
        `exec 4<&0; ${searchLine(server.url, format)} < /dev/null |
         { read -r _ <&4; head -c 10 > /dev/null; exec <&-; echo closed; }; echo "code \${PIPESTATUS[0]}"`,
      );
      reader = run.stdin;
      await run.hears('closed');
      gone();
      const said = await run.ended;
      server.close();
      assert.deepEqual(said, { stdout: 'closed\ncode 0\n', stderr: '' });
    });
}

for (const command of ['openapi', 'search --help', 'completion bash', '--help'])
  test(`${command}: a reader that has enough ends it with 0, silently`, async () => {
    const line = `"$NODE" bin/rowhouse.js ${command} | true; echo "code \${PIPESTATUS[0]}"`;
    assert.deepEqual(await bash(line).ended, { stdout: 'code 0\n', stderr: '' });
  });

test('an output that takes no more is reported in one line, and ends with 1', async (on) => {
  if (!existsSync('/dev/full')) return on.skip('this system has no /dev/full');
  const said = await bash('"$NODE" bin/rowhouse.js openapi > /dev/full; echo "code $?"').ended;
  assert.equal(said.stdout, 'code 1\n');
  assert.match(
    said.stderr,
    /^rowhouse: ENOSPC: no space left on device, write\. Free some space on this disk, then try again\.\n$/,
  );
});

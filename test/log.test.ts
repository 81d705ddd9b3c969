/** What a person sees in a terminal, and what a program gets instead. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './architecture/read-tree.js';
import { flagsFor } from './support/own-process.js';
import { settingsOf } from './support/run-rowhouse.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-log-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const CALL = { request_id: '01a1fc7e-1772-7ab2-8b21-ad91416d61f1', status: 200 };

function logged(terminal: boolean): string {
  const url = import.meta.resolve('../src/system-log.js');
  const script = `import { systemLog } from ${JSON.stringify(url)};
    systemLog('info', ${terminal}).info(${JSON.stringify(CALL)}, 'call answered');`;
  const words = [...flagsFor(url), '--input-type=module', '-e', script];
  const env = { ...process.env, TZ: 'Asia/Kolkata' };
  const { stderr, status } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    env,
  });
  assert.equal(status, 0, stderr);
  return stderr;
}

test('a program gets a JSON object a line', () => {
  const { time, ...line } = JSON.parse(logged(false)) as Record<string, unknown>;
  assert.deepEqual(line, { level: 30, ...CALL, msg: 'call answered' });
  assert.match(String(time), /^\d{4}-\d\d-\d\dT/);
});

test('a person gets one line with the time in UTC, the level and the words', () => {
  const before = new Date();
  const line = stripVTControlCharacters(logged(true));
  assert.match(line, /^\[\d\d:\d\d:\d\dZ\] INFO: call answered \{.*"status":200\}\n$/);
  const hours = [before, new Date()].map((time) => time.toISOString().slice(11, 13));
  assert.ok(hours.includes(line.slice(1, 3)), `${line} at ${hours.join(' to ')}`);
});

test('in a terminal the service logs lines to read, and says at its end that it has stopped', async (t) => {
  if (spawnSync('script', ['--version']).error !== undefined)
    return t.skip('script, which makes a terminal, is not installed');
  const command = `${process.execPath} ${join(ROOT, 'bin/rowhouse.js')} serve`;
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], {
    env: { PATH: process.env.PATH, ...settingsOf(folder), ROWHOUSE_LOG_LEVEL: 'info' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const late = setTimeout(() => terminal.kill('SIGKILL'), 60_000);
  let shown = '';
  for await (const chunk of terminal.stdout) {
    const before = shown;
    shown += stripVTControlCharacters(String(chunk));
    const url = /API +(http\S+)\/v1/.exec(shown)?.[1];
    if (/Try it:/.test(shown) && !/Try it:/.test(before)) await fetch(`${url}/nowhere`);
    // What Ctrl-C sends.
    if (/"status":404/.test(shown) && !/"status":404/.test(before)) terminal.stdin.write('\u0003');
  }
  clearTimeout(late);
  assert.match(shown, /\[\d\d:\d\d:\d\dZ\] INFO: .*"status":404/);
  assert.match(shown, /Rowhouse has stopped\.\s*$/);
});

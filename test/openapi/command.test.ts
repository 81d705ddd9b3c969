import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program } from '#cli/program.js';
import { openApiDocument } from '#contract/openapi/document.js';

const never = () => Promise.reject(new Error('not asked for'));

/** What `rowhouse` prints for these words, without a service. */
async function printed(...words: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await program({
    version: '0.0.0',
    adminUrl: 'http://127.0.0.1:1',
    adminToken: () => null,
    operator: () => 'test',
    input: process.stdin,
    print: (text) => lines.push(text),
    requireSettings: () => undefined,
    doctor: never,
    serve: never,
    sandbox: never,
    migrate: never,
    exportStore: never,
    importStore: never,
    archiveMonth: never,
    report: never,
    restoreStore: never,
    checkArchives: never,
    sourceReport: never,
    caller: { apiKey: null, baseUrl: 'http://127.0.0.1:1' },
    terminal: {
      out: process.stdout,
      err: process.stderr,
      nowMs: () => 0,
      onInterrupt: () => undefined,
      setExitCode: () => undefined,
    },
  }).parseAsync(words, { from: 'user' });
  return lines.join('\n');
}

test('rowhouse openapi prints the document, with --json on one line', async () => {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as unknown;
  const [long, line] = [await printed('openapi'), await printed('openapi', '--json')];
  assert.deepEqual(JSON.parse(long), document);
  assert.deepEqual(JSON.parse(line), document);
  assert.ok(long.includes('\n') && !line.includes('\n'));
});

/** What `rowhouse search` prints on standard error: how much was written, and flags that exist. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import { runSearch } from '#cli/run-search.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { rowhouse } from './support/run-rowhouse.js';
import { apiErrorOf, pending, result } from './support/scripted-client.js';
import { type Scripted, scriptedServer } from './support/scripted-server.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-words-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const row = { source: 'portal_a', source_id: '1', location: null };
const page = (rows: number, next: string | null, credits = 1): Scripted => ({
  body: {
    request_id: 'x',
    status: 'complete',
    credits,
    cached: true,
    error: null,
    result: result(
      Array.from({ length: rows }, () => row),
      next,
    ),
  },
});

/** Searches a server that gives the answers in turn. */
async function search(answers: readonly Scripted[], ...words: string[]) {
  const server = await scriptedServer(answers);
  const at = ['--base-url', server.url, '--api-key', 'rh_live_test'];
  const ended = await rowhouse(['search', 'portal_a/listings', '--zip', '78704', ...at, ...words]);
  await server.close();
  return ended;
}

test('the end line lists rows, pages, credits and file, in the singular for one', async () => {
  const file = join(folder, 'rows.csv');
  const into = ['--format', 'csv', '--output', file];
  const one = await search([page(1, null)], ...into);
  assert.equal(one.stderr, `1 row, 1 page, 1 credit, written to ${file}.\n`);
  const two = await search([page(2, 'next'), page(1, null, 0)], '--all', ...into);
  assert.equal(two.stderr, `3 rows, 2 pages, 1 credit, written to ${file}.\n`);
  assert.equal(readFileSync(file, 'utf8').split('\r\n').length, 5);
  const more = await search([page(2, 'next')], '--max-pages', '2');
  assert.equal(
    more.stderr,
    '4 rows, 2 pages, 2 credits.\nThere are more rows. Next page: --cursor next\n',
  );
  const whole = await search([page(2, null)], '--json');
  assert.deepEqual([whole.code, whole.stderr], [0, ''], 'a whole chain in a pipe is silent');
  assert.equal(JSON.parse(whole.stdout).count, 2);
});

test('on a terminal a whole chain has its line too, and the progress counts in the singular', async () => {
  const server = await scriptedServer([page(1, 'next'), page(1, null)]);
  let said = '';
  const code = await runSearch(
    {
      route: SEARCH_ROUTES[0],
      query: { zip: '78704' },
      format: 'ndjson',
      pagesMax: 9,
      output: null,
      append: false,
      apiKey: 'k',
      baseUrl: server.url,
      timeoutMs: 9_000,
    },
    {
      out: new PassThrough().resume(),
      err: {
        isTTY: true,
        write: (text) => {
          said += text;
        },
      },
      nowMs: () => 0,
      onInterrupt: () => undefined,
      setExitCode: () => undefined,
    },
  );
  await server.close();
  assert.equal(code, 0);
  assert.match(said, /page 2; so far 1 row, 1 page, 1 credit\r/);
  assert.match(said, /2 rows, 2 pages, 2 credits\.\n$/);
});

test('a chain that fails prints what it wrote and was charged before', async () => {
  const answers = [page(2, 'next'), apiErrorOf(422, 'unsupported_or_invalid_query')];
  const { code, stderr } = await search(answers, '--all');
  assert.equal(code, 2);
  assert.match(stderr, /\n2 rows, 1 page, 1 credit\.\nResume with: --cursor next\n$/);
});

test('error texts name flags that exist', async () => {
  const help = (await rowhouse(['search', '--help'])).stdout;
  const flags = new Set<string>(help.match(/--[a-z-]+/g));
  const description = async (what: RegExp, answers: readonly Scripted[], ...words: string[]) => {
    const { stderr, code } = await search(answers, ...words);
    assert.notEqual(code, 0);
    assert.match(stderr, what);
    for (const flag of stderr.match(/--[a-z-]+/g) ?? [])
      assert.ok(flags.has(flag), `${flag} in: ${stderr}`);
    assert.doesNotMatch(stderr, /baseUrl|apiKey|timeoutMs|waitFor/);
  };
  const rejection = (param: string): Scripted => ({
    status: 422,
    body: { error: { code: 'location_required', message: 'Send a place.', param } },
  });
  await description(
    /\(location_required; give --zip, or --city --state, or --bbox, or --lat --lng --radius-mi\)/,
    [rejection('location')],
  );
  await description(/\(location_required, --radius-mi\)/, [rejection('radius_mi')]);
  await description(/\(location_required\)/, [rejection('of_a_later_version')]);
  await description(/No page within 1 s\..* --timeout/, [pending('5')], '--timeout', '1');
  await description(/--base-url \(or ROWHOUSE_BASE_URL\) must be/, [], '--base-url', 'nowhere');
  await description(/--api-key \(or ROWHOUSE_API_KEY\) must be/, [], '--api-key', 'two words');
});

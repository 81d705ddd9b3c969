/** `rowhouse home` and `rowhouse homes` against a running service, for callers and operators. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { showHome } from '#cli/show-home.js';
import { RESOURCE_EXAMPLES } from '#contract/openapi/resource-examples.js';
import type { ComparablesBody } from '#contract/operations/comparables.js';
import type { HomeBody } from '#contract/operations/homes.js';
import type { HomeRow } from './support/homes.js';
import {
  failure,
  rowhouse,
  type ServiceHere,
  type Settings,
  settingsOf,
  startHere,
} from './support/run-rowhouse.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-cli-home-'));
const UNKNOWN = '00000000-0000-8000-8000-000000000000';
let service: ServiceHere;
let settings: Settings;
let homes: readonly HomeRow[];
before(async () => {
  service = await startHere({ ...settingsOf(folder), ROWHOUSE_SANDBOX_HOMES: '2000000' });
  settings = {
    ...settingsOf(folder),
    ROWHOUSE_API_KEY: service.demoKey,
    ROWHOUSE_BASE_URL: service.apiUrl,
    ROWHOUSE_ADMIN_PORT: new URL(service.adminUrl).port,
  };
  const found = await done('search', 'portal_a/listings', '--zip', '78704', '--json');
  const { data } = JSON.parse(found) as { data: HomeRow[] };
  homes = data.filter(({ extras }) => extras.home_id !== null);
});
after(async () => {
  await service.interrupt();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...words: readonly string[]) => rowhouse(words, settings);
async function done(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...words);
  assert.equal(code, 0, stderr);
  return stdout;
}
const nth = (at: number): HomeRow => homes[at] ?? assert.fail();
const idOf = (at: number): string => nth(at).extras.home_id;

test('a home is read by its id, by its address as one word or several, in every format', async () => {
  const text = await done('home', idOf(0));
  const [address = '', second] = text.split('\n');
  const { line1, city, state, zip } = nth(0).address;
  assert.ok(address.startsWith(line1) && address.endsWith(`, ${city}, ${state} ${zip}`), address);
  assert.match(second ?? '', new RegExp(`^home ${idOf(0)} at 30\\.\\d+, -97\\.\\d+$`));
  assert.match(text, /^1 member\nsource +kind +source_id +by +first_seen/m);
  assert.match(text, /^Observed: .+\nfrom .+\n.+ portal_a +listings +\w+ +\$[\d,]+ +holds$/m);
  assert.equal(await done('home', address), text);
  assert.equal(await done('home', ...address.toUpperCase().split(' ')), text);
  const json = JSON.parse(await done('home', idOf(0), '--json')) as HomeBody;
  assert.deepEqual([json.home_id, 'meta' in json], [idOf(0), false]);
  assert.equal(await done('home', idOf(0), '--format', 'json'), `${JSON.stringify(json)}\n`);
  const csv = (await done('home', idOf(0), '--format', 'csv')).split('\r\n');
  assert.match(csv[0] ?? '', /^list,home_id,source,/);
  const lines = (await done('home', idOf(0), '--format', 'ndjson')).trim().split('\n');
  assert.equal(lines.length, csv.length - 2);
  assert.equal(JSON.parse(lines[0] ?? '').list, 'member');
});

test('comparables of a known home, of an address, and of a described home, as text and JSON', async () => {
  const { line1, city, state, zip } = nth(0).address;
  const address = `${line1}, ${city}, ${state} ${zip}`;
  for (const words of [[idOf(0)], [address], ['--lat', '30.25', '--lng', '-97.76']]) {
    const text = await done('comparables', ...words);
    assert.match(
      text,
      /^No estimate\. Sale prices are not public in this state\./,
      words.join(' '),
    );
  }
  const json = await done('comparables', idOf(0), '--kind', 'rent', '--beds', '2', '--json');
  const answer = JSON.parse(json) as ComparablesBody;
  assert.deepEqual(
    [answer.kind, answer.subject.home_id, 'meta' in answer],
    ['rent', idOf(0), false],
  );
});

test('comparables of nothing, or with a word for a number, are a usage error', async () => {
  const none = await run('comparables');
  assert.deepEqual([none.code, none.stdout], [2, '']);
  assert.match(none.stderr, /needs lat and lng together, or the address/);
  const word = await run('comparables', '--lat', 'north', '--lng', '1');
  assert.equal(word.code, 2);
  assert.match(word.stderr, /Not a number/);
});

test('an invalid home is one line and the exit code of its kind', async () => {
  const cases: readonly [readonly string[], number, RegExp][] = [
    [['home', UNKNOWN], 2, /^rowhouse: No home with this id .+ \(home_not_found\)\n$/],
    [['home', 'Oak', 'St'], 2, /^rowhouse: address must be a street line.+no ZIP/],
    [['home'], 2, /missing required argument 'home'/],
    [['home', UNKNOWN, '--format', 'xml'], 2, /Allowed choices are text, json, csv, ndjson/],
    [['home', UNKNOWN, '--api-key', 'rh_live_wrong'], 3, /\(invalid_api_key\)/],
    [['home', UNKNOWN, '--base-url', 'http://127.0.0.1:9'], 5, /\(connection_failed\)/],
  ];
  for (const [words, code, message] of cases) {
    const ended = await run(...words);
    assert.equal(ended.code, code, ended.stderr);
    assert.match(ended.stderr, message);
    assert.equal(ended.stdout, '');
  }
});

test('every list of a home has its part, and nothing in it steers the terminal', () => {
  const home = RESOURCE_EXAMPLES.Home as HomeBody;
  const [member] = home.members;
  assert.ok(member !== undefined);
  const { first_seen: _first, last_seen: _last, level: _level, ...name } = member;
  const why = { reason: 'unit_missing', detail: 'unit 4\u001b[2J' } as const;
  const address = { ...home.address, unit: '4' };
  const text = showHome({
    ...home,
    possible: [{ ...name, ...why, address }],
    disagreements: [{ field: 'beds', values: [{ ...name, value: 3 }] }],
    left_out: 2,
  });
  for (const title of [
    /^\d members?$/m,
    /^Observed: /m,
    /^Reported: /m,
    /^The sources differ\nfield +value +source +source_id\nbeds +3 /m,
    /^Possible: .+\naddress .+\n.+ #4, .+ unit_missing \(unit 4 \[2J\) /m,
    /^2 older lines not shown$/m,
  ])
    assert.match(text, title);
  assert.match(
    text,
    /^2026-10-30 +\$752,500 \(open_data\) +\$799,000 \(portal_a, seen 2026-10-20\) +0\.942$/m,
  );
});

test('an operator links two homes, sees it, takes it back and erases one', async () => {
  const two = [idOf(1), idOf(2)];
  assert.match(await done('homes', 'link', ...two, '--why', 'one gate'), /^result: linked$/m);
  assert.match(await done('homes', 'link', ...two, '--why', 'x'), /^result: was linked before$/m);
  assert.match(await done('homes', 'links'), /^home_id +other_id +why +at\n.+ one gate +20/);
  assert.match(await done('home', idOf(1)), / listings +\S+ +correction /);
  assert.match(await done('homes', 'unlink', ...two), /^result: unlinked$/m);
  assert.equal(await done('homes', 'links'), 'none\n');
  await failure(['homes', 'unlink', ...two], /not linked/, settings);
  assert.match((await run('homes', 'link', ...two)).stderr, /required option '--why <text>'/);
  assert.match(await done('homes', 'erase', idOf(1)), /^members_erased: 1$/m);
  assert.equal((await run('home', idOf(1))).code, 2);
  const named = ['--source', 'portal_a', '--source-id', nth(2).source_id];
  for (const words of [[], [idOf(2), ...named], named.slice(0, 2), named.slice(2)]) {
    await failure(['homes', 'erase', ...words], /by its home_id, or by --source and/, settings);
  }
  assert.match(await done('homes', 'keep-out', ...named), /^result: kept out$/m);
  assert.match(await done('homes', 'erase', ...named), /^members_erased: 1$/m);
  assert.match(await done('homes', 'kept-out'), /^home_id +source +source_id +at\n.*portal_a/);
  assert.match(await done('homes', 'allow', ...named), /^result: allowed$/m);
  const none = await run('homes', 'erase', ...named);
  assert.match(none.stdout, /^members_erased: 0$/m);
  assert.match(none.stderr, /^rowhouse: No member and no row of a snapshot had this id\./);
  assert.match(await done('audit'), /home\.erase[^]+home\.unlink[^]+home\.link/);
});

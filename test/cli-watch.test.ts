/** `rowhouse watch`, and `rowhouse events --follow`, against a running service. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './architecture/read-tree.js';
import {
  callerOf,
  MANY_HOMES,
  rowhouse,
  type ServiceHere,
  type Settings,
  settingsOf,
  startHere,
} from './support/run-rowhouse.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-watch-'));
const SEARCH = ['portal_a/listings', '--zip', '78704', '--max-price', '2000000'];
const NOBODY = '01a1fdfa-5237-7a67-affc-e312d6f48fa6';
let service: ServiceHere;
let settings: Settings;
before(async () => {
  service = await startHere({
    ...settingsOf(folder),
    ...MANY_HOMES,
    ROWHOUSE_SANDBOX_HOMES: '2000000',
    ROWHOUSE_PAGE_ROWS: '20',
    ROWHOUSE_RATE_LIMIT_PER_MINUTE: '10000',
  });
  settings = callerOf(service.demoKey, service.apiUrl);
});
after(async () => {
  await service.interrupt();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...words: string[]) => rowhouse(words, settings);
const lines = (text: string) => text.split('\n').filter((line) => line !== '');

/** A command that succeeds: what it prints. */
async function done(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...words);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return stdout;
}

const json = async <T>(...words: string[]): Promise<T> =>
  JSON.parse(await done(...words, '--json')) as T;

const LOOKS_MAX = 100;

/** Waits until a watch has so many runs that ended. */
async function ended(id: string, runs: number): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const all = await json<{ runs: { ended_at: string | null }[] }>('watch', 'runs', id);
    if (all.runs.filter(({ ended_at }) => ended_at !== null).length >= runs) return;
    await delay(200);
  }
  assert.fail('the runs of the watch do not end');
}

test('a watch is priced, created, listed, run, read, paused, resumed and removed', async () => {
  const price = await done('watch', 'create', ...SEARCH, '--every', '6h', '--estimate');
  assert.match(
    price,
    /^It costs one credit per complete page, 120 runs a month.*Nothing was stored\.\n$/,
  );
  const made = await done('watch', 'create', ...SEARCH, '--every', '6h', '--name', 'South');
  const id = /^Watch (\S+) is active: portal_a_listings, zip=78704 max_price=2000000\.$/m.exec(
    made,
  )?.[1];
  assert.ok(id !== undefined, made);
  assert.match(made, /^It runs every 6 hours; the first run starts now\.\nIt costs /m);
  await ended(id, 1);
  const list = lines(await done('watch', 'list'));
  assert.equal(list.length, 2);
  assert.match(
    list[0] ?? '',
    /^watch_id +name +route +query +runs +state +last_run +credits_per_month$/,
  );
  assert.match(list[1] ?? '', new RegExp(`^${id} +South .* every 6 hours +active +complete `));
  assert.match(await done('watch', 'run', id), /^Run \S+ has started\./);
  await ended(id, 2);
  const [heading = '', first = ''] = lines(await done('watch', 'runs', id));
  assert.match(
    heading,
    /^started +ended +state +pages +credits +homes +added +changed +removed +relisted +run_id/,
  );
  assert.match(first, / complete /);
  const rows = await json<{ data: { source_id: string }[]; count: number }>('watch', 'rows', id);
  assert.equal(rows.data.length, rows.count);
  assert.ok(rows.count > 20, 'more than a page');
  const shown = await json<{ last_run: { homes: number } }>('watch', 'show', id);
  assert.equal(shown.last_run.homes, rows.count);
  const home = rows.data[0]?.source_id ?? '';
  const history = lines(await done('history', 'portal_a', home));
  assert.match(history[0] ?? '', new RegExp(`^portal_a_listings, watch ${id}, since 20`));
  assert.match(history[1] ?? '', /^from +to +values +ended_by$/);
  assert.match(history[2] ?? '', /status for_sale, .*list_price \$[\d,]+ +holds$/);
  assert.match(await done('history', 'portal_a', '1'), /^None of your watches has seen 1\./);
  const table = lines(await done('watch', 'rows', id));
  assert.match(table[0] ?? '', /^list_price +beds/);
  assert.equal(table.length, rows.count + 1);
  assert.equal(
    await done('watch', 'pause', id),
    `Watch ${id} is paused. Resume with: rowhouse watch resume ${id}\n`,
  );
  assert.match(await done('watch', 'show', id), /^state: paused\npause_reason: by_caller$/m);
  assert.match(
    await done('watch', 'resume', id),
    /is active\. It costs \d+ credits a run and about \d+ a month: \d+ homes on \d+ pages/,
  );
  assert.match(await done('watch', 'remove', id), /was deleted/);
  assert.equal(await done('watch', 'list'), 'none\n');
});

test('settings become members of the watch', async () => {
  const flags =
    '--at 18:30,07:00 --time-zone America/Chicago --events added,removed --fields list_price,status ' +
    '--min-price-change 5000 --max-credits 9 --runs-until-removed 3 --bbox -97.8,30.2,-97.7,30.3';
  const words = ['watch', 'create', 'portal_a/listings', ...flags.split(' ')];
  const made = await json<Record<string, unknown>>(...words);
  const { schedule, events, fields, min_price_change, max_credits_per_run, runs_until_removed } =
    made;
  assert.deepEqual(
    { schedule, events, fields, min_price_change, max_credits_per_run, runs_until_removed },
    {
      schedule: { times: ['07:00', '18:30'], time_zone: 'America/Chicago' },
      events: ['added', 'removed'],
      fields: ['list_price', 'status'],
      min_price_change: 5000,
      max_credits_per_run: 9,
      runs_until_removed: 3,
    },
  );
  assert.ok(!('meta' in made));
  await done('watch', 'remove', String(made.watch_id));
});

test('a wrong watch is one line that names the flag, with the exit code of its kind', async () => {
  for (const [words, description, code] of [
    [
      ['create', 'portal_a/listings', '--zip', '7870'],
      /\(unsupported_or_invalid_query, --zip\)/,
      2,
    ],
    [['create', 'portal_a/listings'], /no area given; give --zip, or --city --state/, 2],
    [
      ['create', 'portal_a/listings', '--max-price', '9'],
      /\(location_required; give --zip, or --city --state/,
      2,
    ],
    [
      ['create', 'portal_b/sold', '--city', 'x'],
      /portal_b\/sold does not accept --city\. It accepts/,
      2,
    ],
    [['create', ...SEARCH, '--every', '5m'], /Give 15m to 7d/, 2],
    [['create', ...SEARCH, '--every', '6h', '--at', '07:00'], /not both/, 2],
    [['create', ...SEARCH, '--at', '07:00'], /--at needs --time-zone/, 2],
    [['create', ...SEARCH, '--at', '07:00', '--time-zone', 'Mars/Base'], /, --time-zone\)/, 2],
    [['create', ...SEARCH, '--at', '7 am', '--time-zone', 'Etc/UTC'], /07:00,18:30/, 2],
    [['create', ...SEARCH, '--events', 'sold'], /added,changed,removed,relisted/, 2],
    ...['show', 'pause', 'remove', 'rows'].map(
      (name) => [[name, 'x'], /Give an id, as "rowhouse watch list" shows it\./, 2] as const,
    ),
    [['show', NOBODY], /No such watch\. .* "rowhouse watch list" .* \(watch_not_found\)/, 2],
    [['list', '--api-key', 'rh_live_nobody'], /\(invalid_api_key\)/, 3],
    [['list', '--base-url', 'http://127.0.0.1:1'], /No answer from .* \(connection_failed\)/, 5],
  ] as const) {
    const wrong = await rowhouse(['watch', ...words], callerOf(service.demoKey, service.apiUrl));
    assert.match(wrong.stderr, description);
    const [first = '', ...more] = lines(wrong.stderr);
    assert.ok(more.length === 0 || /add --help/.test(wrong.stderr), first);
    assert.deepEqual([wrong.code, wrong.stdout], [code, ''], words.join(' '));
  }
});

test('events --follow writes each new event until Ctrl-C, and ends with 130', async () => {
  const words = ['events', '--follow', '--json'];
  const child = spawn(process.execPath, [join(ROOT, 'bin/rowhouse.js'), ...words], {
    env: { PATH: process.env.PATH, ...settings },
  });
  const said = { stdout: '', stderr: '' };
  child.stderr.on('data', (data) => {
    said.stderr += String(data);
  });
  const { watch_id } = await json<{ watch_id: string }>(
    'watch',
    'create',
    'portal_a/listings',
    '--zip',
    '78701',
  );
  for await (const data of child.stdout) {
    said.stdout += String(data);
    if (said.stdout.includes(watch_id)) child.kill('SIGINT');
  }
  const [code] = child.exitCode === null ? await once(child, 'close') : [child.exitCode];
  assert.equal(code, 130, said.stderr);
  const last = JSON.parse(lines(said.stdout).at(-1) ?? '') as { seq: number; type: string };
  assert.equal(last.type, 'watch.started');
  assert.equal(said.stderr, `Resume with: --after ${last.seq}\n`);
  const rest = await run('events', '--after', String(last.seq - 1), '--json');
  assert.equal(lines(rest.stdout).length, 1);
});

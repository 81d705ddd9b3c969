/** `rowhouse outlines` and `rowhouse places` against a running service, as operators use them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  failure,
  rowhouse,
  type ServiceHere,
  settingsOf,
  startHere,
} from './support/run-rowhouse.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-place-commands-'));
/** So many homes that the ZIP of the test has some. */
const plain = { ...settingsOf(join(folder, 'data')), ROWHOUSE_SANDBOX_HOMES: '300000' };
let service: ServiceHere;
let settings: Readonly<Record<string, string>>;

before(async () => {
  service = await startHere(plain);
  settings = { ...plain, ROWHOUSE_ADMIN_PORT: new URL(service.adminUrl).port };
});
after(async () => {
  await service.interrupt();
  rmSync(folder, { recursive: true, force: true });
});

/** A file in the folder of the test. */
function file(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

async function done(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await rowhouse(words, settings);
  assert.equal(code, 0, stderr);
  return stdout;
}

test('outlines are checked, imported, shown and removed', async () => {
  const path = file(
    'zips.csv',
    'zip,w,s,e,n',
    '78704,-97.81,30.22,-97.74,30.27',
    '78701,-97.76,30.25,-97.73,30.29',
    '00000,-97.81,30.22,-97.74,30.27',
  );
  const checked = await done('outlines', 'import', path, '--check', 'yes');
  assert.match(checked, /^Checked, nothing was stored: outlines of 2 ZIPs from 3 records$/m);
  await failure(['outlines', 'show'], /No outlines are imported/, settings);
  const imported = await done('outlines', 'import', path);
  assert.match(imported, /^Imported: outlines of 2 ZIPs from 3 records$/m);
  assert.match(imported, /^Excluded: 1, unknown ZIP \(line 4\)$/m);
  const shown = JSON.parse(await done('outlines', 'show', '--json'));
  assert.deepEqual([shown.file_name, shown.report.outlines], ['zips.csv', 2]);
  const swapped = file('swapped.csv', 'zip,w,s,e,n', '78704,30.22,-97.81,30.27,-97.74');
  await failure(['outlines', 'import', swapped], /Line 2: latitude and longitude/, settings);
  await failure(['outlines', 'import', join(folder, 'none.csv')], /does not exist/, settings);
  assert.equal(JSON.parse(await done('outlines', 'show', '--json')).file_name, 'zips.csv');
  assert.match(await done('outlines', 'remove'), /^removed: outlines$/m);
});

test('places of a source are imported, counted and removed; one that is wrong is dropped by a search', async () => {
  const of = ['--source', 'portal_a'];
  const path = file(
    'places.csv',
    'form,name,state,token',
    // The number of another ZIP.
    `zip,78704,TX,${await numberOf('78701')}`,
    'city,Austin,TX,10221',
  );
  assert.match(
    await done('places', 'import', path, ...of),
    /^Imported: 2 places of portal_a from 2 records$/m,
  );
  assert.match(await done('places', 'show', ...of), /^zip +good +1 /m);
  assert.ok((await rowsFound()) > 0);
  assert.match(await done('places', 'show', ...of), /^zip +wrong +1 /m);
  assert.match(await done('places', 'remove', ...of), /^removed: 2$/m);
  assert.equal((await done('places', 'show', ...of)).trim(), 'none');
  await failure(
    ['places', 'import', path, '--source', 'auction'],
    /auction has no importable places\. These have: portal_a/,
    settings,
  );
});

/** The number of a ZIP at the source. */
async function numberOf(zip: string): Promise<number> {
  const answer = await fetch(`${service.sandboxUrl}/portal_a/autocomplete/v3/suggestions?q=${zip}`);
  const { results } = (await answer.json()) as { results: { metaData: { regionId: number } }[] };
  return results[0]?.metaData.regionId ?? 0;
}

async function rowsFound(): Promise<number> {
  const headers = { authorization: `Bearer ${service.demoKey}` };
  let path = '/v1/portal_a/listings?zip=78704';
  for (let polls = 0; polls < 20; polls += 1) {
    const answer = await fetch(`${service.apiUrl}${path}`, { headers });
    const { status, result, poll_url } = (await answer.json()) as {
      status: string;
      result: { count: number } | null;
      poll_url?: string;
    };
    if (status !== 'pending') return result?.count ?? 0;
    path = `${poll_url ?? ''}?wait=20`;
  }
  return 0;
}

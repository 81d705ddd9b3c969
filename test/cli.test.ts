/** The command line against a running service: its output and its exit codes. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { isApiKey } from '#domain/api-key.js';
import {
  callerOf,
  endAll,
  failure,
  rowhouse,
  rowhouseProcess,
  type Service,
  settingsOf,
  startService,
} from './support/run-rowhouse.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UNKNOWN = '01a1fdfa-5237-7a67-affc-e312d6f48fa6';
const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'rowhouse-cli-'));
  folders.push(made);
  return made;
};
/** The members of all results; which of them a result has is what the tests hold. */
interface Shown {
  readonly account_id: string;
  readonly name: string;
  readonly plan_credits: number;
  readonly warning?: string;
  readonly status: string;
  readonly rate_limit_per_minute: number;
  readonly max_pending: number;
  readonly key: { readonly key_id: string; readonly api_key: string };
  readonly key_id: string;
  readonly api_key: string;
  readonly revoked_at: string;
  readonly keys: readonly object[];
  readonly accounts: readonly { readonly account_id: string }[];
  readonly balance: object;
  readonly entries: readonly { readonly operator: string; readonly action: string }[];
  readonly ok: boolean;
  readonly violations: readonly object[];
}

let service: Service;
let settings: ReturnType<typeof settingsOf>;
before(async () => {
  settings = settingsOf(folder());
  service = await startService(settings);
});
after(async () => {
  endAll();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

/** Runs an operator command against the running service. */
const run = (...words: string[]) => rowhouse([...words, '--admin-url', service.adminUrl], settings);

/** Runs one that must end with exit code 1 and one line, which matches. */
const fails = (line: RegExp, ...words: string[]) =>
  failure([...words, '--admin-url', service.adminUrl], line, settings);

/** Runs it with --json; it must end with 0 and print one line of JSON, nothing else. */
async function json(...words: string[]): Promise<Shown> {
  const { code, stdout, stderr } = await run(...words, '--json');
  assert.equal(stderr, '');
  assert.equal(code, 0, stdout);
  assert.equal(stdout.trim().split('\n').length, 1);
  return JSON.parse(stdout);
}

let created = 0;
const create = (...more: string[]) => {
  created += 1;
  return json('accounts', 'create', '--name', `Ada ${created}`, ...more);
};
const members = (value: object) => Object.keys(value).join();

test('a command ends as a process as it does in the process of a test', async () => {
  const search = ['search', 'portal_a/listings', '--zip'];
  const admin = ['--admin-url', service.adminUrl];
  const words = [
    ['accounts', 'list', '--json', ...admin],
    ['accounts', 'get', UNKNOWN, ...admin],
    ['accounts', 'got', ...admin],
    search,
    [...search, '78704', '--api-key', 'rh_live_nobody'],
    ['usage', '--help'],
  ];
  const given = { ...settings, ...callerOf(service.demoKey, service.apiUrl) };
  const here = await Promise.all(words.map((these) => rowhouse(these, given)));
  const there = await Promise.all(words.map((these) => rowhouseProcess(these, given)));
  const outcome = ({ code, stdout, stderr }: (typeof here)[0]) => ({ code, stdout, stderr });
  assert.deepEqual(here.map(outcome), there.map(outcome));
  assert.equal(here.map(({ code }) => code).join(), '0,1,1,2,3,0');
});

test('the greeting names every address, and its curl line works as it is printed', async () => {
  assert.match(service.greeting, /console +http:\/\/127\.0\.0\.1:\d+\//);
  assert.ok(isApiKey(service.demoKey));
  const line = /^ +(curl .+)$/m.exec(service.greeting)?.[1] ?? '';
  const { stdout } = await promisify(execFile)('sh', ['-c', line]);
  assert.match(JSON.parse(stdout).status, /^(pending|complete)$/);
  const health = await fetch(`${service.apiUrl}/healthz`);
  assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }]);
  assert.equal((await fetch(`${service.apiUrl}/readyz`)).status, 200);
});

test('accounts create prints the account and its key, with the requested values', async () => {
  const asked = ['--plan-credits', '5', '--extra-credits', '7', '--rate-limit', '9'];
  const { account_id, key, name, ...rest } = await create(...asked, '--max-pending', '3');
  assert.match(account_id, UUID);
  assert.match(name, /^Ada \d+$/);
  assert.deepEqual(rest, {
    status: 'active',
    plan_credits: 5,
    rate_limit_per_minute: 9,
    max_pending: 3,
    feeds: [],
    extra_credits: 7,
  });
  assert.equal(members(key), 'key_id,api_key');
  assert.ok(isApiKey(key.api_key));
  const plain = await create();
  assert.equal(plain.rate_limit_per_minute, 60);
  assert.equal(plain.max_pending, 20);
});

test('keys create and revoke print what is promised, and take effect', async () => {
  const { account_id } = await create('--extra-credits', '5');
  const key = await json('keys', 'create', '--account', account_id);
  assert.equal(members(key), 'key_id,api_key');
  const call = () =>
    fetch(`${service.apiUrl}/v1/portal_a/listings?zip=78704`, {
      headers: { authorization: `Bearer ${key.api_key}` },
    });
  assert.ok((await call()).ok);
  const revoked = await json('keys', 'revoke', key.key_id);
  assert.equal(members(revoked), 'key_id,revoked_at');
  assert.match(revoked.revoked_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.equal((await call()).status, 401);
  assert.deepEqual(await json('keys', 'revoke', key.key_id), revoked, 'again changes nothing');
  const { keys } = await json('keys', 'list', '--account', account_id);
  assert.equal(keys.length, 2);
  assert.ok(!JSON.stringify(keys).includes(key.api_key), 'a key is shown once');
});

test('accounts suspend and resume print id and status, and take effect', async () => {
  const { account_id, key } = await create('--extra-credits', '5');
  const status = async () =>
    (
      await fetch(`${service.apiUrl}/v1/jobs/${UNKNOWN}`, {
        headers: { authorization: `Bearer ${key.api_key}` },
      })
    ).status;
  const suspended = await json('accounts', 'suspend', account_id);
  assert.deepEqual(suspended, { account_id, status: 'suspended' });
  assert.equal(await status(), 403);
  const resumed = await json('accounts', 'resume', account_id);
  assert.deepEqual(resumed, { account_id, status: 'active' });
  assert.equal(await status(), 404);
});

test('accounts update prints the account and its balance, and takes effect', async () => {
  const { account_id, key } = await create('--plan-credits', '2');
  const words = ['--name', 'Acme', '--plan-credits', '9', '--rate-limit', '7'];
  const updated = await json('accounts', 'update', account_id, ...words, '--max-pending', '3');
  assert.deepEqual(updated, {
    account_id,
    name: 'Acme',
    status: 'active',
    plan_credits: 9,
    rate_limit_per_minute: 7,
    max_pending: 3,
    feeds: [],
    balance: { plan: 9, extra: 0, reserved: 0, available: 9 },
  });
  assert.deepEqual(await json('accounts', 'show', account_id), updated);
  const answer = await fetch(`${service.apiUrl}/v1/account`, {
    headers: { authorization: `Bearer ${key.api_key}` },
  });
  assert.equal(answer.headers.get('ratelimit-limit'), '7');
});

test('a name that another account has is a warning on standard error, never a rejection', async () => {
  const { name, warning } = await create();
  assert.equal(warning, undefined);
  const again = await run('accounts', 'create', '--name', name, '--json');
  assert.equal(again.code, 0);
  const said = JSON.parse(again.stdout).warning;
  assert.match(said, /Another account is also named "Ada \d+"/);
  assert.equal(again.stderr, `rowhouse: ${said}\n`);
  const lines = await run('accounts', 'create', '--name', name);
  assert.equal(lines.stderr, `rowhouse: ${said}\n`);
  assert.doesNotMatch(lines.stdout, /warning/);
});

test('credits grant, usage and ledger check print the shapes that other tools rely on', async () => {
  const { account_id } = await create('--plan-credits', '2');
  const extra = await json('credits', 'grant', '--account', account_id, '--amount', '3');
  const balance = { plan: 2, extra: 3, reserved: 0, available: 5 };
  assert.deepEqual(extra, { account_id, balance });
  const words = ['--account', account_id, '--amount', '4', '--kind', 'plan'];
  const plan = await json('credits', 'grant', ...words);
  assert.deepEqual(plan, { account_id, balance: { ...balance, plan: 6, available: 9 } });
  assert.deepEqual(await json('usage', '--account', account_id), {
    account_id,
    balance: { ...balance, plan: 6, available: 9 },
    requests: { pending: 0, complete: 0, failed: 0 },
    credits_captured: 0,
  });
  const check = await json('ledger', 'check');
  assert.equal(members(check), 'ok,accounts,entries,violations');
  assert.deepEqual([check.ok, check.violations], [true, []]);
});

test('accounts list and show agree; without --json a person reads lines', async () => {
  const { account_id } = await create();
  const { accounts } = await json('accounts', 'list');
  const listed = accounts.find((one) => one.account_id === account_id);
  const { balance, ...shown } = await json('accounts', 'show', account_id);
  assert.deepEqual(shown, listed);
  assert.equal(members(balance), 'plan,extra,reserved,available');
  const { stdout, code } = await run('accounts', 'show', account_id);
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`^account_id: ${account_id}$`, 'm'));
});

test('audit prints what was done, by whom, as a table, JSON, CSV and NDJSON', async () => {
  const named = { ...settings, ROWHOUSE_OPERATOR: 'grace' };
  const words = ['accounts', 'create', '--name', '=Audited', '--json'];
  const made = await rowhouse([...words, '--admin-url', service.adminUrl], named);
  const { account_id } = JSON.parse(made.stdout);
  const shown = await json('audit', '--account', account_id);
  assert.deepEqual(
    shown.entries.map(({ operator, action }) => [operator, action]),
    [['grace', 'account.create']],
  );
  const text = async (...more: string[]) =>
    (await run('audit', '--account', account_id, ...more)).stdout;
  assert.match(await text(), /^entry_id +created_at .*\n\d+ .* grace +account\.create /);
  const [heading = '', line = ''] = (await text('--format', 'csv')).split(/\r?\n/);
  assert.match(heading, /^entry_id,created_at,operator,action,account_id,subject,before,after$/);
  assert.match(line, /,grace,account\.create,.*"\{""name"":""=Audited""/);
  assert.equal(JSON.parse(await text('--format', 'ndjson')).operator, 'grace');
  assert.equal(await text('--to', '2020-01-01', '--format', 'ndjson'), '', 'no line is no entry');
  const { stderr, stdout } = await run('audit', '--limit', '1');
  assert.match(stderr, /Only the newest 1 are shown/);
  assert.equal(stdout.trim().split('\n').length, 2);
});

test('an operator’s mistakes end with 1 and one line that explains what to do', async () => {
  await fails(/No account has this id/, 'accounts', 'show', UNKNOWN);
  await fails(/No account has this id/, 'usage', '--account', UNKNOWN);
  await fails(/No key has this id/, 'keys', 'revoke', UNKNOWN);
  await fails(/No account has this id/, 'accounts', 'show', 'nonsense');
  await fails(/No account has this id/, 'accounts', 'show', '..');
  await fails(/No key has this id/, 'keys', 'revoke', '');
  await fails(/No account has this id/, 'keys', 'list', '--account', 'x');
  const update = ['accounts', 'update', UNKNOWN];
  await fails(/Nothing to change: give one of the options/, ...update);
  await fails(/No account has this id/, ...update, '--name', 'x');
  await fails(/must be a whole number from 0/, ...update, '--plan-credits', '1000000001');
  const { code, stderr } = await run('credits', 'grant', '--account', UNKNOWN, '--amount', '0');
  assert.equal(code, 1);
  assert.match(stderr, /--amount.*whole number from 1/);
  const list = ['accounts', 'list', '--admin-url'];
  await failure([...list, 'http://127.0.0.1:9'], /No service/, settings);
  const wrong = { ...settings, ROWHOUSE_ADMIN_TOKEN: 'a-wrong-token-of-tests' };
  await failure([...list, service.adminUrl], /admin token/, wrong);
  const elsewhere = { ...settings, ROWHOUSE_DATA_DIR: folder() };
  await failure([...list, service.adminUrl], /token.+ as the user of the service/, elsewhere);
});

test('sources probe prints a report that ends in the conclusion, and exits with 1 where the source does not work', async () => {
  const works = await run('sources', 'probe', 'mls', '--zip', '78704');
  assert.equal(works.code, 0, works.stderr);
  assert.match(works.stdout, /^Probe of mls listings, ZIP 78704, \S+Z, rowhouse \d+\.\d+\.\d+$/m);
  // The few homes of this sandbox may lie elsewhere.
  const conclusion = /\nmls listings works(, with no rows of this ZIP: try a ZIP with homes)?\n$/;
  assert.match(works.stdout, conclusion);
  const faults = `${service.sandboxUrl}/__sandbox/faults`;
  const set = (mode: string) =>
    fetch(faults, { method: 'POST', body: JSON.stringify({ source: 'mls', mode }) });
  await set('refuse');
  const refused = await run('sources', 'probe', 'mls', '--zip', '78704', '--json');
  await set('ok');
  assert.equal(refused.code, 1);
  const report = JSON.parse(refused.stdout) as Record<string, string>;
  assert.deepEqual(
    [report.result, report.conclusion],
    ['does_not_work', 'does not work: refused. mls rejected the request (HTTP 403).'],
  );
  await fails(/ZIP code 00000 does not exist/, 'sources', 'probe', 'mls', '--zip', '00000');
});

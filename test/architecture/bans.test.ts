import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, filesOf, placesOf, shippedFiles, textOf } from './read-tree.js';

interface Ban {
  readonly what: RegExp;
  readonly instead: string;
  /** Files that may, and why. */
  readonly allowed: Readonly<Record<string, string>>;
}

const BANS: Readonly<Record<string, Ban>> = {
  'Date.now and new Date()': {
    what: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/,
    instead: 'take the time from app.clock.nowMs(), or take it as an argument',
    allowed: {
      'src/system.ts': 'the real clock is made here',
      'src/sandbox/thread.ts': 'the sandbox thread has its own real clock',
      'src/store/embedded/worker.ts': 'the engine has its own clock, which does not go back',
    },
  },
  'Math.random': {
    what: /\bMath\.random\(|\brandomUUID\(/,
    instead: 'take chance from app.ids',
    allowed: { 'src/system.ts': 'real chance is made here' },
  },
  fetch: {
    what: /\bfetch\(/,
    instead:
      'sources go out through src/collect/upstream/source-client.ts, webhooks through src/service/webhooks/webhook-client.ts',
    allowed: {
      'src/cli/call-admin.ts': 'the command line is a caller of the admin listener',
      'src/cli/mcp-bridge.ts': 'the bridge sends on what a client of MCP says',
    },
  },
  'process.env': {
    what: /\bprocess\.env\b/,
    instead: 'add the setting to src/config.ts and hand its value on',
    allowed: { 'src/main.ts': 'hands the environment to readConfig' },
  },
  timers: {
    what: /\bsetTimeout\(|\bsetInterval\(/,
    instead: 'wait with app.clock.sleep, which a test can hold',
    allowed: { 'src/sandbox/thread.ts': 'the sandbox thread has its own real clock' },
  },
  console: {
    what: /\bconsole\.\w+\(/,
    instead: 'write to app.log, or let the command line print',
    allowed: {},
  },
  'kinds of failure': {
    what: /\bclass \w+ extends \w*Error\b/,
    instead:
      'throw apiError for a caller, SourceError for a source, OperatorError for an operator, assert for a bug (ARCHITECTURE.md#three-kinds-of-failure)',
    allowed: {
      'src/domain/api-error.ts': "a caller's mistake, or a limit",
      'src/base/assert.ts': 'a bug',
      'src/sources/source-error.ts': "a source's failure",
      'src/base/operator-error.ts': "an operator's mistake",
      'src/cli/cli-error.ts': 'the same, in commands, which ship without the rest',
      'src/service/caller-gone.ts': 'no failure: nobody is there to be answered',
    },
  },
  'lengths of time': {
    what: /\bconst (DAY|HOUR|MINUTE|SECOND)_M?S =/,
    instead: 'take it from contract/durations.ts',
    allowed: { 'src/contract/durations.ts': 'they are defined here' },
  },
  'signatures compared as texts': {
    what: /\b(mac|digest)\(.*[!=]==|[!=]==.*\b(mac|digest)\(/,
    instead:
      'compare them with timingSafeEqual: how long === takes says how much of a guess is right',
    allowed: {},
  },
  'leftover marks': {
    what: /\b(FIXME|XXX|HACK)\b/,
    instead: 'do it now, or write it down where it is planned',
    allowed: {},
  },
};

for (const [name, { what, instead, allowed }] of Object.entries(BANS)) {
  test(`${name}: ${instead}`, () => {
    const found = shippedFiles()
      .filter((path) => !(path in allowed) && !path.startsWith('src/client/'))
      .flatMap((path) => placesOf(path, codeOf(path), what));
    assert.deepEqual(found, []);
  });
}

test('the console opens every link by openLink (console/src/shell/link.ts)', () => {
  const found = filesOf(['console/src'], ['.ts', '.tsx'])
    .filter((path) => path !== 'console/src/shell/link.ts')
    .flatMap((path) => placesOf(path, codeOf(path), /location\.hash\s*=[^=]/));
  assert.deepEqual(found, []);
});

/**
 * Where a failure may be caught (style, rule 6). A failure caught elsewhere is a failure hidden:
 * let it rise to one of these, or add a line here: what the file turns the failure into.
 */
const CATCHES: Readonly<Record<string, string>> = {
  'src/store/transfer/check-archives.ts': 'a file that cannot be read becomes a violation',
  'src/main.ts': 'the last line: a start that failed becomes one sentence and exit code 1',
  'src/config.ts': 'a wrong setting is listed with the others, and has its default meanwhile',
  'src/doctor.ts': 'a check that fails is what the operator wants to know',
  'src/doctor-certificates.ts': 'a certificate that cannot be read is a finding',
  'src/doctor-disk.ts': 'a directory that denies access is a finding',
  'src/doctor-service.ts': 'a listener that does not answer is a finding',
  'src/doctor-store.ts': 'a store that cannot be read or used is a finding',
  'src/serve.ts': 'a start that failed half-way closes what it has opened',
  'src/test-service.ts':
    'a test service that cannot be opened closes its sandbox, and is opened again at the next call',
  'src/app.ts': 'an application that cannot be opened closes its database',
  'src/data-files.ts': 'a mode that cannot be changed is returned, and logged at the start',
  'src/backup-restore.ts': 'a backup that did not begin leaves room for the next',
  'src/upgrade.ts': 'a backup that cannot be written becomes an OperatorError: nothing is migrated',
  'src/tiles-file.ts': 'a file of tiles that cannot be read becomes an OperatorError',
  'src/config-values.ts':
    'JSON or encoded text in a setting that cannot be read becomes an OperatorError',
  'src/opentelemetry.ts': 'spans that cannot be sent at the stop are lost',
  'src/traces.ts': 'packages that are not installed become an OperatorError',
  'src/client/call.ts': 'a broken connection is tried again or becomes a RowhouseError',
  'src/cli/call-admin.ts': 'an admin listener that does not answer becomes a CliError',
  'src/cli/mcp-bridge.ts': 'a service that does not answer becomes an error of the protocol',
  'src/cli/read-mapping-file.ts': 'a mapping that is no JSON becomes a CliError',
  'src/http/receive-import.ts':
    'a mapping that is no JSON becomes an OperatorError; a name may stay',
  'src/http/steps/count-window.ts':
    'an allowance that cannot be looked up after a wait stays the one of the beginning',
  'src/http/server.ts': 'whatever a call throws becomes an answer',
  'src/http/respond.ts': 'whatever a call throws becomes an answer',
  'src/base/batcher.ts': 'an error of one item of a batch rejects that item alone',
  'src/service/mail/mailer.ts': 'a mail that was not taken is a failed delivery',
  'src/http/mail-pages.ts': 'whatever a page throws becomes an answer',
  'src/service/accounts/access.ts':
    'without a check for changes no cached key is valid: keys are looked up',
  'src/service/datasets/add-open-set.ts': 'a failure of a public server becomes an OperatorError',
  'src/service/datasets/add-series.ts':
    'a download that broke is stored as far as it came; a failed batch is thrown later',
  'src/service/datasets/import-file.ts':
    'what fails while a batch is stored is thrown where it is waited for',
  'src/service/datasets/load-import.ts': 'an import that failed is ended before the failure rises',
  'src/service/sql/engine-process.ts':
    'what the engine throws goes to the service, which knows whose mistake it is',
  'src/service/files/reader-process.ts':
    'what a reader throws goes to the service: an OperatorError as its sentence, another as a failure',
  'src/service/files/read-text.ts': 'bytes that are no text or no JSON become an OperatorError',
  'src/service/datasets/tables.ts': 'a failed look is repeated at the next turn',
  'src/service/search/long-polls.ts': 'a failed check is repeated at the next turn',
  'src/service/search/run-collections.ts':
    'a collector that failed goes on; causes become job errors',
  'src/service/lookups/read-area.ts':
    'a source that failed is what became of the homes of its area',
  'src/service/sql/answer-sql.ts': 'an engine that a lost caller ended is no failure of it',
  'src/service/search/relay-task.ts': 'a home of a batch that fails is the outcome of that home',
  'src/collect/pages/find-home.ts': 'homes that were found before a source failed stay found',
  'src/collect/pages/collect-page.ts': 'a source that fails in the middle ends the page early',
  'src/service/best-effort.ts': 'what is best effort fails nothing: its failure is logged',
  'src/service/homes/note-seen.ts': 'remembering is best effort: its failure is logged',
  'src/service/search/shared-sources.ts':
    'sharing is best effort: a process without the database keeps the pace by itself',
  'src/service/search/audit-places.ts': 'nobody waits for an audit: its failure is logged',
  'src/service/operations/cleanup.ts': 'a cleanup that failed is logged and the next goes on',
  'src/sources/open/series.ts': 'a pattern that is no regular expression is a mistake of its file',
  'src/collect/area/read-question.ts':
    'an answer for another place is asked for in another way first',
  'src/collect/area/prove-end.ts': 'a request of a proof that fails fails no search',
  'src/collect/area/part-pages.ts': 'a page read ahead may fail before anyone waits for it',
  'src/system.ts': 'a user without a name has a number',
  'src/collect/open/key-ranges.ts':
    'a list of keys that fails is replaced by statistics, or thrown where they fail too',
  'src/collect/checks/probe.ts': 'a source that fails is what the operator wants to know',
  'src/collect/upstream/describe-source.ts':
    'a source that does not describe itself is asked without',
  'src/collect/places/find-place.ts': 'a source that does not look up a place is asked by boxes',
  'src/collect/upstream/exchange.ts': 'what the network throws becomes a SourceError',
  'src/collect/upstream/authorization.ts': 'a token address out of reach becomes a SourceError',
  'src/sources/json-body.ts': 'an answer that is no JSON becomes a SourceError',
  'src/sources/records/failures.ts': 'what readers of files throw becomes an OperatorError',
  'src/mcp/run-tool.ts': 'what a tool throws becomes an answer in words',
  'src/http/read-body.ts': 'a body that is no JSON becomes an API error',
  'src/service/areas/area-sources.ts': 'a source that does not cover a place is left out',
  'src/service/watches/query-text.ts': 'an error of a query names the member of the body',
  'src/service/watches/schedule.ts': 'a name that is no time zone is one that Intl throws on',
  'src/service/search/settled-search.ts':
    'what rejects a page decides how a run or a batch goes on',
  'src/service/work/run-every.ts': 'a look that failed is logged and the next goes on',
  'src/service/work/run-work.ts':
    'a unit that failed and cannot be held back is tried again when its lease ends',
  'src/service/work/under-lease.ts':
    'a lease that could not be renewed is renewed at the next turn',
  'src/service/webhooks/webhook-client.ts': 'what the network throws is why a delivery failed',
  'src/store/db.ts':
    'a database out of reach becomes storage_unavailable; a transaction rolls back',
  'src/store/server-sessions.ts': 'what a pooler rejects becomes an OperatorError',
  'src/store/transfer/file.ts': 'a file that cannot be unpacked or read becomes an OperatorError',
  'src/store/transfer/move-account.ts': 'rows that a table rejects become an OperatorError',
  'src/store/transfer/import.ts': 'rows that a table rejects become an OperatorError',
  'src/store/transfer/backup-file.ts': 'a backup that cannot be unpacked becomes an OperatorError',
  'src/store/embedded/online-copy.ts':
    'a file that is gone is left out; a database that was closed has ended its backup',
  'src/store/notifications.ts': 'a lost notification is caught by polling',
  'src/store/maintenance.ts': 'maintenance that failed is logged and the next goes on',
  'src/store/embedded/create.ts':
    'a database that could not be created is removed, and becomes an OperatorError',
  'src/store/embedded/lock.ts': 'a directory that cannot be locked becomes an OperatorError',
  'src/store/embedded/engine.ts': 'a database that does not start again is started later',
  'src/store/embedded/open.ts': 'a wait that ends early is no error',
  'src/store/embedded/worker.ts':
    'a database that does not start reports why, one that panics ends',
  'src/sandbox/server.ts': 'the sandbox itself failed: answered with 500',
  'src/sandbox/text.ts': 'a body that is no JSON is a bad request to the sandbox',
};
const CATCH = /\bcatch\b\s*[({]|\.catch\(/;

test('a catch stands only where a failure is given its meaning: let it rise to one of those', () => {
  const found = shippedFiles()
    .filter((path) => !(path in CATCHES))
    .flatMap((path) => placesOf(path, codeOf(path), CATCH));
  assert.deepEqual(found, []);
});

test('the list of catches names no file that is gone', () => {
  const files = new Set(shippedFiles());
  assert.deepEqual(
    Object.keys(CATCHES).filter((path) => !files.has(path)),
    [],
  );
});

test('no test runs alone or is skipped for ever', () => {
  const only = /\b(test|it|describe)\.only\(|\bonly: true\b|\b(test|it|describe)\.skip\(/;
  const found = filesOf(['src', 'test'], ['.test.ts', '.ts'])
    .filter((path) => path !== 'test/architecture/bans.test.ts')
    .flatMap((path) => placesOf(path, codeOf(path), only));
  assert.deepEqual(found, []);
});

test('no text names the machine it was written on', () => {
  const machine = /(?<![\w.])\/work\/|\.library\b|\/root\/|\.\.\/shared\b/;
  const samples =
    /^((src\/sources\/[\w-]+[/.]|test\/sources\/)samples\.test|test\/honest\/recordings|test\/open-data\/recordings\.test)\.ts$/;
  const everywhere = ['src', 'test', 'docs', 'scripts', 'bench', 'bin', 'console', 'deploy', '.ci'];
  const ends = [
    '.ts',
    '.tsx',
    '.js',
    '.cjs',
    '.mjs',
    '.json',
    '.sql',
    '.md',
    '.yml',
    '.yaml',
    '.sh',
  ];
  const found = [...filesOf(everywhere, ends), ...topFiles()]
    .filter((path) => path !== 'test/architecture/bans.test.ts' && !samples.test(path))
    .flatMap((path) => placesOf(path, textOf(path), machine));
  assert.deepEqual(found, []);
});

function topFiles(): string[] {
  return filesOf(['.'], ['.md', '.json', '.cjs']).filter(
    (path) => !path.includes('/') && path !== 'package-lock.json',
  );
}

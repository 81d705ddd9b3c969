/** `rowhouse doctor` on installations with one fault each: it finds it and changes nothing. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ownMigrations } from '#store/migrate.js';
import { EXPIRED, VALID } from './support/certificates.js';
import {
  ACCOUNT,
  cleanUp,
  examine,
  folder,
  NEW_ACCOUNT,
  stored,
  textOf,
  textsOf,
} from './support/doctor.js';
import { failure, rowhouse, settingsOf } from './support/run-rowhouse.js';

after(cleanUp);

const BIN = fileURLToPath(new URL('../bin/rowhouse.js', import.meta.url));
const POLL_MS = 5;

/** Every file below a directory, with its contents, mode and times. */
const stateOf = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true })
    .map((name) => join(path, String(name)))
    .sort()
    .map((file) => {
      const { mode, mtimeMs, size } = statSync(file);
      const content = statSync(file).isFile() ? readFileSync(file) : '';
      return [file, mode, mtimeMs, size, createHash('sha256').update(content).digest('hex')].join();
    });

const endpoint = (id: string, rest: string) =>
  `insert into endpoints (endpoint_id, account_id, url, name, types, secrets, created_at, next_seq, state, disabled_reason, disabled_at, failing_since)
   values ('01a1fdfa-0000-7000-8000-00000000000${id}', '${ACCOUNT}', 'https://hooks.example', '', '{}', '[]', now(), 1, ${rest})`;

test('before the first start: nothing is a fault, nothing is created, and a person gets one line for each check', async () => {
  const path = join(folder(), 'data');
  const settings = settingsOf(path);
  const { code, stdout, stderr } = await rowhouse(['doctor'], settings);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(
    stdout,
    /^ok {7}directory {5}\S+data does not exist yet: the first start creates it$/m,
  );
  assert.match(stdout, /^ok {7}settings {6}set: PORT, ROWHOUSE_ADMIN_PORT, .*ROWHOUSE_DATA_DIR/m);
  assert.match(
    stdout,
    /^warning {2}sources {7}the sandbox serves every source .*Set the addresses/m,
  );
  assert.match(stdout, /\n\n0 faults, \d+ warnings?, \d+ ok\n$/);
  assert.equal(existsSync(path), false);
});

test('every wrong, unknown and contradictory setting has a line, and what needs it is not checked', async () => {
  const settings = {
    ...settingsOf(folder()),
    PORT: 'http',
    ROWHOUSE_CACHE: '1',
    ROWHOUSE_PAGE_ROWS: '0',
    ROWHOUSE_DRAIN_S: '-1',
    ROWHOUSE_UPSTREAM_AUCTION_HEADERS: '{}',
    ROWHOUSE_SITE_MLS: 'mls',
  };
  const results = await examine(settings);
  const said = textsOf(results, 'settings').join('\n');
  for (const words of [
    /^fault: ROWHOUSE_CACHE is not a setting\. .*unset it\.$/m,
    /^fault: PORT must be a whole number from 0 to 65535, not "http"\.$/m,
    /^fault: ROWHOUSE_PAGE_ROWS must be/m,
    /^fault: ROWHOUSE_DRAIN_S must be/m,
    /^fault: ROWHOUSE_UPSTREAM_AUCTION_HEADERS is set without/m,
    /^fault: ROWHOUSE_SITE_MLS must be a site/m,
  ])
    assert.match(said, words);
  assert.equal(textsOf(results, 'settings').length, 6, said);
  assert.match(
    textOf(results, 'ports'),
    /^warning: not checked: .*Correct it and run this again\.$/,
  );
  await failure(['migrate'], /ROWHOUSE_CACHE is not a setting/, settings);
  const { stdout } = await rowhouse(['doctor'], { ...settingsOf(folder()), PORT: 'http' });
  assert.match(stdout, /\n\n1 fault, \d+ warnings?, \d+ ok\n$/);
  const unknownSet = {
    ...settingsOf(folder()),
    ROWHOUSE_UPSTREAM_OPEN_DATA: 'https://data.example.gov',
    ROWHOUSE_UPSTREAM_OPEN_DATA_OPTIONS: '{"set":"no-such-set"}',
  };
  const ofSet = textOf(await examine(unknownSet), 'settings');
  assert.match(ofSet, /^fault: No open set no-such-set exists/);
  await failure(['serve'], /^rowhouse: No open set no-such-set exists/, unknownSet);
  const alone = await examine({ ...settingsOf(folder()), ROWHOUSE_ROLE: 'api' });
  assert.match(
    textOf(alone, 'settings'),
    /^fault: ROWHOUSE_ROLE is api, .*Unset it, or set DATABASE_URL/,
  );
  const rare = await examine({ ...settingsOf(folder()), ROWHOUSE_REPLICA_PULL_S: '43200' });
  const ofPulls = textOf(rare, 'settings');
  assert.match(ofPulls, /^warning: ROWHOUSE_REPLICA_PULL_S .*until its next pull\. Lower it\.$/);
  const unsigned = await examine({
    ...settingsOf(folder()),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  assert.match(textOf(unsigned, 'settings'), /^fault: ROWHOUSE_SECRET is not set\. .*503/);
});

test('a server that cannot be reached is named without its password', async () => {
  const results = await examine({
    ...settingsOf(folder()),
    DATABASE_URL: 'postgres://rowhouse:hidden-word@127.0.0.1:1/listings',
    ROWHOUSE_SECRET: '0123456789abcdef',
  });
  assert.match(
    textOf(results, 'store'),
    /^fault: PostgreSQL at 127\.0\.0\.1:1\/listings: .*cannot be reached\. Check DATABASE_URL/,
  );
  assert.doesNotMatch(JSON.stringify(results), /hidden-word/);
});

test('a disk that is read-only, full or nearly full is found before a start', async (t) => {
  const [closed, small, medium] = [folder(), folder(), folder()];
  const mounted: string[] = [];
  t.after(() => mounted.map((path) => execFileSync('umount', [path])));
  try {
    for (const [path, options] of [
      [closed, 'size=100m,ro'],
      [small, 'size=10m'],
      [medium, 'size=100m'],
    ] as const) {
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'pipe' });
      mounted.push(path);
    }
  } catch {
    return t.skip('this user cannot mount a file system');
  }
  assert.match(
    textOf(await examine(settingsOf(closed)), 'directory'),
    /^fault: \S+ cannot be written: EROFS.* Mount its disk writable/,
  );
  const full = await examine(settingsOf(small));
  assert.match(
    textOf(full, 'disk'),
    /^fault: \d+ MB are free in .* needs 40 MB to start\. Free some/,
  );
  const nearly = await examine(settingsOf(medium));
  assert.match(textOf(nearly, 'disk'), /^warning: 1?\d\d MB are free .* less than 1024 MB\. Free/);
});

test('a directory that is a file, or has files of another user or open secrets, is found', async (t) => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  const isFile = await examine(settingsOf(file));
  assert.match(textOf(isFile, 'directory'), /^fault: \S+ is a file\. Set ROWHOUSE_DATA_DIR/);
  const below = await examine(settingsOf(join(file, 'data')));
  assert.match(textOf(below, 'directory'), /^fault: \S+file is a file\. Set ROWHOUSE_DATA_DIR/);
  const link = join(folder(), 'link');
  symlinkSync(join(folder(), 'not-mounted'), link);
  const dangling = await examine(settingsOf(link));
  assert.match(
    textOf(dangling, 'directory'),
    /^fault: \S+link is a link to nothing\. Mount its disk/,
  );
  const open = folder();
  writeFileSync(join(open, 'secret'), '0123456789abcdef');
  chmodSync(join(open, 'secret'), 0o644);
  const readable = await examine(settingsOf(open));
  assert.match(
    textOf(readable, 'directory'),
    /^warning: \S+secret is a secret .*chmod 600 \S+secret$/,
  );
  if (process.getuid?.() !== 0) return t.skip('only root can give files away');
  chmodSync(join(open, 'secret'), 0o600);
  chownSync(join(open, 'secret'), 12_345, 12_345);
  const foreign = await examine(settingsOf(open));
  assert.match(
    textOf(foreign, 'directory'),
    /^fault: \S+secret belongs to another user .*chown -R 0 /,
  );
});

test('the embedded database is read without changing a byte: schema, webhooks and clock', async () => {
  const dataDir = await stored(
    NEW_ACCOUNT,
    endpoint('2', `'disabled', 'failing', now(), null`),
    endpoint('3', `'disabled', 'by_caller', now(), null`),
    endpoint('4', `'enabled', null, null, now()`),
    `insert into job_cleanup (current, deleted_before, noted_at) values (true, now(), now() + interval '1 hour')`,
  );
  const before = stateOf(dataDir);
  const results = await examine(settingsOf(dataDir));
  assert.deepEqual(stateOf(dataDir), before);
  assert.match(textOf(results, 'store'), new RegExp(`^ok: .*, schema ${ownMigrations().at(-1)}$`));
  assert.match(
    textOf(results, 'webhooks'),
    /^warning: 1 disabled after failures, 1 failing: \S+0002 of account \S+ since .*; \S+0004 of .* run: rowhouse endpoints enable ID$/,
  );
  assert.match(
    textOf(results, 'clock'),
    /^fault: the clock of this host is 3[56]\d\d s behind .*NTP/,
  );
});

test('Ctrl-C while the copy of the embedded database is open removes it, and ends with 130', async () => {
  const settings = { ...settingsOf(await stored(NEW_ACCOUNT)), TMPDIR: folder() };
  const copies = () => readdirSync(settings.TMPDIR).filter((name) => /doctor/.test(name));
  const child = spawn(process.execPath, [BIN, 'doctor'], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: 'ignore',
  });
  while (child.exitCode === null && copies().length === 0) await delay(POLL_MS);
  assert.equal(copies().length, 1);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [130, null]);
  assert.deepEqual(copies(), []);
});

test('a database of a newer version, or of an older one, is recognized and not changed', async () => {
  const newer = await stored(`insert into migrations (name, run_on) values ('9999_later', now())`);
  const before = stateOf(newer);
  const settings = settingsOf(newer);
  assert.match(
    textOf(await examine(settings), 'store'),
    /^fault: .*the database is at schema 9999_later, .*Start the newer version/,
  );
  assert.deepEqual(stateOf(newer), before);
  const last = ownMigrations().at(-1);
  const older = await stored(`delete from migrations where name = '${last}'`);
  assert.match(
    textOf(await examine(settingsOf(older)), 'store'),
    new RegExp(
      `^warning: .* is older than ${last}: the next start writes a backup and migrates it\\.$`,
    ),
  );
  writeFileSync(join(older, 'postgres', 'global', 'pg_control'), '');
  assert.match(
    textOf(await examine(settingsOf(older)), 'store'),
    /^warning: .*is not a complete database/,
  );
});

test('files of certificates that have ended, or without a certificate, are found', async () => {
  const path = folder();
  const file = (name: string, text: string) => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  const settings = settingsOf(folder());
  const of = async (name: string) =>
    textOf(await examine({ ...settings, NODE_EXTRA_CA_CERTS: name }), 'certificates');
  assert.match(await of(file('old', EXPIRED)), /^fault: NODE_EXTRA.*ended on 2025-01-31\. Replace/);
  assert.match(await of(file('new', VALID)), /^ok: NODE_EXTRA.* is valid until 2124-01-01$/);
  assert.match(
    await of(file('both', `${EXPIRED}\n${VALID}`)),
    /^ok: .*2124-01-01$/,
    'authorities of a bundle',
  );
  const traced = {
    ...settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: join(path, 'both'),
    OTEL_EXPORTER_OTLP_CERTIFICATE: file('none', 'no certificate'),
  };
  const said = textsOf(await examine(traced), 'certificates').join('\n');
  assert.match(
    said,
    /CLIENT_CERTIFICATE.* ended on 2025-01-31/,
    'a chain with an ended certificate',
  );
  assert.match(said, /OTLP_CERTIFICATE, \S+none contains no certificate in PEM form\. Name a file/);
  assert.match(
    textOf(
      await examine({
        ...settings,
        DATABASE_URL: 'postgres://a@127.0.0.1:1/b?sslrootcert=/nowhere',
        ROWHOUSE_SECRET: '0123456789abcdef',
      }),
      'certificates',
    ),
    /^fault: sslrootcert of DATABASE_URL, \/nowhere cannot be read: .*does not exist/,
  );
});

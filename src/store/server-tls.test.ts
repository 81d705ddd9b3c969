/** Servers whose TLS does not fit DATABASE_URL: the start says what to change in one sentence. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { OperatorError } from '#base/operator-error.js';
import { TEST_KEY, VALID } from '../../test/support/certificates.js';
import { systemClock } from '../system.js';
import { openStore } from './open.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-tls-'));
after(() => rmSync(folder, { recursive: true }));

/** Answers the request for TLS, the first message of a client, and never speaks PostgreSQL. */
async function listening(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const withoutTls = (socket: Socket) => void socket.write('N');

function withTls(socket: Socket): void {
  socket.write('S');
  const secured = new TLSSocket(socket, { isServer: true, key: TEST_KEY, cert: VALID });
  secured.on('error', () => undefined);
}

const rejects = (port: number, query: string, text: RegExp) =>
  assert.rejects(
    openStore({
      databaseUrl: `postgres://user@127.0.0.1:${port}/database?${query}`,
      dataDir: folder,
      poolMax: 1,
      timeoutS: 5,
      clock: systemClock,
    }),
    (error) => error instanceof OperatorError && text.test(error.message),
  );

test('a server without TLS is named where the address requires it', async () => {
  const port = await listening(withoutTls);
  await rejects(port, 'sslmode=verify-full', /has no TLS, .* Set ssl = on .*, or sslmode=disable/);
});

test('a rejected certificate is named with its reason: an unknown authority, another name', async () => {
  const port = await listening(withTls);
  await rejects(port, 'sslmode=verify-full', /rejected: self-signed certificate\. Name the file/);
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, VALID);
  await rejects(
    port,
    `sslmode=verify-full&sslrootcert=${authority}`,
    /rejected: Hostname\/IP does not match .* Name .*the server as its certificate does\.$/,
  );
});

test('a missing file of an authority is not taken for a server that is down', async () => {
  await rejects(
    1,
    `sslmode=verify-full&sslrootcert=${join(folder, 'missing.pem')}`,
    /^A file that DATABASE_URL names cannot be read: .*missing\.pem'\.$/,
  );
});

test('modes that mean verify-full connect as it, without a warning of the driver', async (t) => {
  const warnings: string[] = [];
  const hear = ({ message }: Error) => void warnings.push(message);
  process.on('warning', hear);
  t.after(() => process.off('warning', hear));
  const port = await listening(withTls);
  for (const mode of ['require', 'prefer', 'verify-ca']) {
    await rejects(port, `application_name=a&sslmode=${mode}`, /rejected: self-signed certificate/);
  }
  assert.deepEqual(warnings, []);
});

/** The client against the whole application over a real port. */
import type { Socket } from 'node:net';
import { after, before } from 'node:test';
import * as chains from './client/chains.js';
import * as endpoints from './client/endpoints.js';
import * as ends from './client/ends.js';
import * as failures from './client/failures.js';
import * as homes from './client/homes.js';
import * as watches from './client/watches.js';
import { importSandboxSales } from './support/import-file.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { PRIVATE } from './support/webhooks.js';

let t: TestApp;
const sockets = new Set<Socket>();
before(async () => {
  t = await openTestApp({
    limits: { PAGE_ROWS: 20, READ_AHEAD: 0, CIRCUIT_FAILURES: 1000 },
    env: { ROWHOUSE_UPSTREAM_ATTEMPTS_MAX: '1', ...PRIVATE },
  });
  await importSandboxSales(t, '-97.86,30.14,-97.68,30.30');
  t.server.server.on('connection', (socket) => sockets.add(socket));
  await t.server.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  // The connection of a poll whose caller has gone stays half open, and would hold the close.
  for (const socket of sockets) socket.destroy();
  await t.close();
});

for (const { register } of [chains, failures, ends, watches, homes, endpoints]) register(() => t);

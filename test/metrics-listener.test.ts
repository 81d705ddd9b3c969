/** The listener of ROWHOUSE_METRICS_ADDRESS: what other machines may ask of a process. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricsServer } from '#http/metrics-server.js';
import { openPool } from '#store/db.js';
import { sharedApp } from './support/open-test-app.js';

const t = sharedApp();

test('metrics have a separate listener, which also answers probes, nothing else, and needs no token', async () => {
  const server = metricsServer(t.app);
  try {
    const found = await server.inject({ method: 'GET', url: '/metrics', headers: { host: 'x' } });
    assert.equal(found.statusCode, 200);
    assert.match(found.body, /^rowhouse_database_up 1$/m);
    assert.equal(found.headers['x-content-type-options'], 'nosniff');
    for (const url of ['/', '/admin/accounts', '/v1/account', '/readyz']) {
      const { statusCode, body } = await server.inject({ method: 'GET', url });
      const text = 'Only GET /metrics and /healthz are available here.\n';
      assert.deepEqual([statusCode, body], [404, text], url);
    }
  } finally {
    await server.close();
  }
});

test('a node without a database lives, one whose embedded database stops does not', async () => {
  const lost = openPool({ host: '127.0.0.1', port: 9, connectionTimeoutMillis: 1_000 });
  const stopped = { ...t.app.db, isAlive: () => false };
  for (const [db, status] of [
    [lost, 200],
    [stopped, 503],
  ] as const) {
    const server = metricsServer({ ...t.app, db });
    const { statusCode } = await server.inject({ method: 'GET', url: '/healthz' });
    assert.equal(statusCode, status);
    await server.close();
  }
  await lost.close();
});

/** Without an endpoint nothing of OpenTelemetry is loaded, but for what the metrics need of it. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../src/config.js';
import { serve } from '../src/serve.js';
import { collectSpans } from './support/trace-collector.js';

/** The packages of OpenTelemetry in this process: all of them are CommonJS. */
const loaded = (): string[] => {
  const files = Object.keys(createRequire(import.meta.url).cache);
  const names = files.flatMap((file) => /@opentelemetry[\\/]([\w-]+)/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
};

async function serveAndCall(env: Readonly<Record<string, string>>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-test-'));
  const ports = { PORT: '0', ROWHOUSE_ADMIN_PORT: '0', ROWHOUSE_SANDBOX_PORT: '0' };
  const running = await serve(
    readConfig({
      ...ports,
      ROWHOUSE_DATA_DIR: folder,
      ROWHOUSE_SANDBOX_HOMES: '100',
      ROWHOUSE_LOG_LEVEL: 'silent',
      ...env,
    }),
  );
  const answer = await fetch(`${running.apiUrl}/v1/account`, {
    headers: { authorization: `Bearer ${running.demo?.key}` },
  });
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
  assert.equal(answer.status, 200);
}

test('the service loads the SDK only where an endpoint is set, and sends what is left at its stop', async () => {
  await serveAndCall({ OTEL_SERVICE_NAME: 'off', OTEL_TRACES_SAMPLER: 'always_on' });
  // prom-client asks the API for the span of a moment, and is loaded always.
  assert.deepEqual(loaded(), ['api']);
  const collector = await collectSpans();
  try {
    await serveAndCall({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'homes' });
  } finally {
    collector.close();
  }
  assert.ok(loaded().includes('sdk-trace'));
  assert.deepEqual(
    collector.spans.map(({ name }) => name),
    ['GET /v1/account'],
  );
  assert.equal(collector.resource['service.name'], 'homes');
});

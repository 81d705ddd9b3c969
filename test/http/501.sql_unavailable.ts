import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SqlSessions } from '#service/sql/sessions.js';
import { apiServer } from '../../src/http/server.js';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What the process of an engine is made of. */
const PARTS = ['dist/service/sql', 'dist/service/files', 'dist/contract', 'dist/sources'];

export function register(t: () => TestApp): void {
  test('without the package of the engine the service runs, and says how to add it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rowhouse-no-engine-'));
    for (const part of [...PARTS, 'package.json']) {
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    }
    const sql = new SqlSessions(t().app, join(folder, 'dist/service/sql/engine-process.js'));
    const server = apiServer({ ...t().app, sql }, { allowedOrigins: [] });
    try {
      const { api_key } = await t().account();
      const answer = await server.inject({
        method: 'POST',
        url: '/v1/sql',
        headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
        payload: '{"sql":"select 1"}',
      });
      expectApiError(answer, 'sql_unavailable');
      const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
        peerDependencies: Record<string, string>;
      };
      const [[name, version] = []] = Object.entries(peerDependencies);
      assert.ok(answer.body.includes(`npm install ${name}@${version}`), answer.body);
    } finally {
      sql.close();
      await server.close();
      rmSync(folder, { recursive: true });
    }
  });
}

/** `rowhouse doctor` as a process, and installations for it. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckResult } from '#cli/doctor-command.js';
import { openStore } from '#store/open.js';
import { systemClock } from '../../src/system.js';
import { copyMigrated } from './migrated.js';
import { endAll, rowhouse, type Settings } from './run-rowhouse.js';

const FAULT_FOUND = 6;
const made: string[] = [];

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rowhouse-doctor-test-'));
  made.push(path);
  return path;
}

/** Ends every process and removes every folder; each file of tests calls it after its last. */
export function cleanUp(): void {
  endAll();
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
}

/** What the command prints with --json; its exit code agrees with it. */
export async function examine(
  settings: Settings,
  ...words: string[]
): Promise<readonly CheckResult[]> {
  const { code, stdout, stderr } = await rowhouse(['doctor', '--json', ...words], settings);
  assert.equal(stderr, '');
  const { ok, checks: results } = JSON.parse(stdout) as {
    ok: boolean;
    checks: readonly CheckResult[];
  };
  const hasFault = results.some(({ result }) => result === 'fault');
  assert.deepEqual([code, ok], [hasFault ? FAULT_FOUND : 0, !hasFault], stdout);
  return results;
}

export const textsOf = (results: readonly CheckResult[], check: string): string[] =>
  results
    .filter((one) => one.check === check)
    .map(({ result, message }) => `${result}: ${message}`);

/** The one finding of a check. */
export function textOf(results: readonly CheckResult[], check: string): string {
  const texts = textsOf(results, check);
  assert.equal(texts.length, 1, JSON.stringify(results));
  return texts[0] ?? '';
}

/** An embedded store with an account; `sql` runs in it. */
export async function stored(...sql: readonly string[]): Promise<string> {
  const dataDir = folder();
  await copyMigrated(dataDir);
  const options = { databaseUrl: null, dataDir, poolMax: 1, timeoutS: 20, clock: systemClock };
  const { pool } = await openStore(options);
  for (const statement of sql) await pool.rows(statement);
  await pool.close();
  return dataDir;
}

export const ACCOUNT = '01a1fdfa-0000-7000-8000-000000000001';
export const NEW_ACCOUNT = `insert into accounts (account_id, name, status, plan_credits, rate_limit_per_minute, max_pending, created_at)
  values ('${ACCOUNT}', 'test', 'active', 0, 60, 20, now())`;

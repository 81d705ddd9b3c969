// Runs the built code of a checkout, on a clock that may be set back.
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rowhouse, startService } from '../../test/support/run-rowhouse.ts';

const POLLS_MAX = 20;
const STEP_MS_MAX = 120_000;
const TOKEN = 'the-token-of-an-upgrade-fixture';
const CLOCK = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url));

/** The built code of a checkout, with its data in a folder: its commands and its service. */
export function checkoutIn(checkout, folder, settings) {
  const bin = join(resolve(checkout), 'bin/rowhouse.js');
  const dataDir = join(folder, 'data');
  const settingsAt = (atMs) => ({
    ...SETTINGS,
    ROWHOUSE_DATA_DIR: dataDir,
    ...settings,
    ...clockAt(atMs),
  });
  /** A command's standard output; `more` has further settings. */
  const run = async (words, more = {}) => {
    const all = { ...settingsAt(Date.now()), ...more };
    const { code, stdout, stderr } = await rowhouse(words, all, STEP_MS_MAX, bin);
    assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
    return stdout;
  };
  /** Runs a service for as long as the work takes. */
  const served = async (atMs, work, role = 'all') => {
    const service = await startService({ ...settingsAt(atMs), ROWHOUSE_ROLE: role }, bin);
    try {
      const result = await work(clientOf(service, run));
      const { code, stderr } = await service.interrupt();
      assert.equal(code, 0, stderr);
      return result;
    } finally {
      await service.kill();
    }
  };
  return { run, served, dataDir };
}

function clientOf({ apiUrl, adminUrl, sandboxUrl }, run) {
  const callApi = (path, key, body, headers) => call(`${apiUrl}${path}`, key, body, headers);
  return {
    admin: async (...words) => JSON.parse(await run([...words, '--json', '--admin-url', adminUrl])),
    call: callApi,
    /** Calls, and polls until the job has settled. */
    settled: async (path, key, headers) => {
      let answer = await callApi(path, key, undefined, headers);
      for (let polls = 0; answer.status === 'pending' && polls < POLLS_MAX; polls += 1) {
        answer = await callApi(`${answer.poll_url}?wait=20`, key);
      }
      return answer;
    },
    /** The status of a call that need not succeed. */
    statusOf: async (path, key, method = 'GET') =>
      (await fetch(apiUrl + path, { method, headers: { authorization: `Bearer ${key}` } })).status,
    faults: (mode) =>
      fetch(`${sandboxUrl}/__sandbox/faults`, {
        method: 'POST',
        body: JSON.stringify({ source: 'all', mode }),
      }),
  };
}

async function call(url, key, body, headers = {}) {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(STEP_MS_MAX),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

const clockAt = (atMs) => ({
  NODE_OPTIONS: `--import=${CLOCK}`,
  SHIFTED_CLOCK_MS: String(atMs - Date.now()),
});

const SETTINGS = {
  PORT: '0',
  ROWHOUSE_ADMIN_PORT: '0',
  ROWHOUSE_SANDBOX_PORT: '0',
  ROWHOUSE_ADMIN_TOKEN: TOKEN,
  ROWHOUSE_SANDBOX_HOMES: '1000000',
  ROWHOUSE_PAGE_ROWS: '20',
  ROWHOUSE_WEBHOOK_PRIVATE: 'on',
  ROWHOUSE_READ_AHEAD: 'off',
  ROWHOUSE_CLEANUP_S: '2',
  ROWHOUSE_LOG_LEVEL: 'error',
};

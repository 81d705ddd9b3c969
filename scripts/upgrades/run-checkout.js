// Runs the built code of a checkout, on a clock that may be set back.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const STEP_MS_MAX = 120_000;
const TOKEN = 'the-token-of-an-upgrade-fixture';
const CLOCK = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url));

/** The built code of a checkout, with its data in a folder: its commands and its service. */
export function checkoutIn(checkout, folder, secret) {
  const bin = join(resolve(checkout), 'bin/rowhouse.js');
  const envAt = (atMs, role) => environment(join(folder, 'data'), secret, atMs, role);
  const run = (words) =>
    execFileSync(process.execPath, [bin, ...words], {
      env: envAt(Date.now(), 'all'),
      encoding: 'utf8',
      timeout: STEP_MS_MAX,
    });
  const served = (atMs, work, role = 'all') => serveFor(bin, envAt(atMs, role), run, work);
  return { run, served };
}

/** Runs a service for as long as the work takes. */
async function serveFor(bin, env, run, work) {
  const child = spawn(process.execPath, [bin, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const result = await work(serviceOf(await greetingOf(child), run));
    child.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`serve ended with ${code}`);
    return result;
  } finally {
    child.kill('SIGKILL');
  }
}

async function greetingOf(child) {
  const late = AbortSignal.timeout(STEP_MS_MAX);
  let text = '';
  while (!/Try it:|Create an account|keys demo/.test(text)) {
    const [data] = await once(child.stdout, 'data', { signal: late });
    text += data;
  }
  return text;
}

function serviceOf(greeting, run) {
  const [, api] = /API +(http\S+)\/v1/.exec(greeting);
  const [, operator] = /admin listener +(http\S+)/.exec(greeting);
  const [, sandbox] = /sandbox portals +(http\S+)/.exec(greeting);
  return {
    admin: async (...words) => JSON.parse(run([...words, '--json', '--admin-url', operator])),
    call: (path, key, body, headers) => call(`${api}${path}`, key, body, headers),
    job: (id, key) =>
      fetch(`${api}/v1/jobs/${id}`, { headers: { authorization: `Bearer ${key}` } }),
    faults: (mode) =>
      fetch(`${sandbox}/__sandbox/faults`, {
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

/** Settings of a service whose clock starts at a moment. */
function environment(dataDir, secret, atMs, role) {
  return {
    PATH: process.env.PATH,
    PORT: '0',
    ROWHOUSE_ADMIN_PORT: '0',
    ROWHOUSE_SANDBOX_PORT: '0',
    ROWHOUSE_ADMIN_TOKEN: TOKEN,
    ROWHOUSE_DATA_DIR: dataDir,
    ROWHOUSE_SECRET: secret,
    ROWHOUSE_SANDBOX_HOMES: '1000000',
    ROWHOUSE_PAGE_ROWS: '20',
    ROWHOUSE_WEBHOOK_PRIVATE: 'on',
    ROWHOUSE_READ_AHEAD: 'off',
    ROWHOUSE_CLEANUP_S: '2',
    ROWHOUSE_LOG_LEVEL: 'error',
    ROWHOUSE_ROLE: role,
    NODE_OPTIONS: `--import=${CLOCK}`,
    SHIFTED_CLOCK_MS: String(atMs - Date.now()),
  };
}

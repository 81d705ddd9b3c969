/** How the Python clients wait for a job, and what they raise when its poll has no answer. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { findPython, pythonFolder } from '../support/python.js';
import {
  broken,
  failed,
  json,
  PYTHON_CLIENTS,
  pending,
  runClient,
  scripted,
} from '../support/python-service.js';

const folder = pythonFolder();
after(() => rmSync(folder, { recursive: true, force: true }));

for (const { name: client, modules } of PYTHON_CLIENTS) {
  const skip =
    findPython(...modules) === null &&
    `no Python 3.9 or newer ${modules.map((one) => `with ${one}`)}`;
  const searched = async (url: string, more = '', options = '') => {
    const lines = `print((await rowhouse.search(PORTAL_A_LISTINGS, zip="78704"${more})).credits)`;
    return (await runClient(client, folder, url, lines, { options })).stdout;
  };

  test(`${client}: a pending job is polled with wait, and a failed one is an error with its id`, {
    skip,
  }, async (t) => {
    const { asked, url } = await scripted(t, [pending, pending, failed]);
    assert.match(await searched(url), /^collection_unavailable 200 job-1/m);
    assert.deepEqual(
      asked.map((one) => one.url),
      ['/v1/portal_a/listings?zip=78704', '/v1/jobs/job-1?wait=20', '/v1/jobs/job-1?wait=20'],
    );
  });

  test(`${client}: a call ends in time, and its error names the job`, { skip }, async (t) => {
    const { url } = await scripted(t, [pending]);
    const began = performance.now();
    assert.match(await searched(url, ', timeout_s=1.5'), /^timeout 0 job-1/m);
    assert.ok(performance.now() - began < 10_000);
  });

  test(`${client}: a poll without an answer names its job, and is a timeout where the time is over`, {
    skip,
  }, async (t) => {
    const silent = await scripted(t, [pending, () => undefined]);
    assert.match(await searched(silent.url, ', timeout_s=2'), /^timeout 0 job-1/m);
    const lost = await scripted(t, [pending, broken]);
    assert.match(await searched(lost.url, '', ', retries=0'), /^connection_failed 0 job-1/m);
  });

  test(`${client}: a poll that is rejected names its job, not its own id`, { skip }, async (t) => {
    const error = { code: 'storage_unavailable', message: 'Try again later.', param: null };
    const rejected = json(503, { error }, { 'x-request-id': 'answer-1' });
    const { url } = await scripted(t, [pending, rejected]);
    const options = ', retries=0';
    assert.match(await searched(url, '', options), /^storage_unavailable 503 job-1/m);
    const lines = 'await rowhouse.wait_for(PORTAL_A_LISTINGS, "job-1")';
    const { stdout } = await runClient(client, folder, url, lines, { options });
    assert.match(stdout, /^storage_unavailable 503 job-1/m);
  });
}

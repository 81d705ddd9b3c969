import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { watch } from '../support/watching.js';

export function register(t: () => TestApp): void {
  test('a watch that never existed, was deleted or belongs to another account is not found', async () => {
    const [mine, other] = [await t().account(), await t().account()];
    const { watch_id } = await watch(t(), mine.api_key);
    const call = (method: 'GET' | 'DELETE' | 'POST', url: string, key: string) =>
      t().server.inject({ method, url, headers: { authorization: `Bearer ${key}` } });
    const path = `/v1/watches/${watch_id}`;
    for (const [method, url] of [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/run`],
      ['GET', `${path}/runs`],
      ['GET', `${path}/rows`],
    ] as const) {
      expectApiError(await call(method, url, other.api_key), 'watch_not_found');
    }
    await call('DELETE', path, mine.api_key);
    expectApiError(await call('GET', path, mine.api_key), 'watch_not_found');
    const none = `/v1/watches/${t().app.ids.uuid()}`;
    expectApiError(await call('GET', none, mine.api_key), 'watch_not_found');
  });
}

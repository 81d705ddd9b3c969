/** The client against the application: aborts, time limits, and the routes beside the searches. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { RowhouseError } from '#client/index.js';
import { addressOf, callerOf, captured, failing, fresh } from '../support/call-app.js';
import { usageOf } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { breakingProxy } from '../support/scripted-server.js';

export function register(t: () => TestApp): void {
  test('an abort ends a waiting search at once, with the reason of the signal', async () => {
    const account = await t().account();
    await t().hold();
    const stop = new AbortController();
    const waiting = callerOf(t(), account).portalA.listings(fresh(), { signal: stop.signal });
    while ((await usageOf(t(), account)).requests.pending === 0) await t().clock.sleep(10);
    const reason = new Error('the person left');
    const began = performance.now();
    stop.abort(reason);
    await assert.rejects(waiting, (error) => error === reason);
    assert.ok(performance.now() - began < 1_000);
    t().release();
    await assert.rejects(
      callerOf(t(), account).portalA.listings(fresh(), { signal: AbortSignal.abort() }),
      (error: Error) => error.name === 'AbortError',
    );
  });

  test('an abort ends the pause before a retry, and a chain between its pages', async () => {
    const stop = new AbortController();
    const proxy = await breakingProxy(addressOf(t()), 100, 0);
    const client = callerOf(t(), await t().account(), {
      baseUrl: proxy.url,
      onRetry: () => stop.abort(),
    });
    await assert.rejects(client.sources({ signal: stop.signal }), { name: 'AbortError' });
    await proxy.close();
    assert.equal(proxy.state.broken, 1);
    const second = new AbortController();
    const pages = callerOf(t(), await t().account()).portalA.listings.pages(fresh(), {
      signal: second.signal,
      onPage: () => second.abort(),
    });
    assert.equal((await pages.next()).done, false);
    await assert.rejects(pages.next(), { name: 'AbortError' });
  });

  test('a search that takes too long names its job, which waitFor brings later', async () => {
    const account = await t().account();
    const client = callerOf(t(), account);
    await t().hold();
    const error = await failing(client.portalA.listings(fresh(), { timeoutMs: 700 }));
    assert.equal(error.code, 'timeout');
    assert.ok(error.requestId !== null, error.message);
    assert.equal((await client.job(error.requestId)).status, 'pending');
    t().release();
    const late = await client.waitFor<'/portal_a/listings'>(error.requestId);
    assert.equal(late.request_id, error.requestId);
    assert.ok(late.result.data.length > 0);
    assert.equal(await captured(t(), account), 1);
  });

  test('the base address may carry the version segment and slashes', async () => {
    const account = await t().account();
    for (const address of [`${addressOf(t())}/`, `${addressOf(t())}/v1`, `${addressOf(t())}/v1/`])
      assert.ok((await callerOf(t(), account, { baseUrl: address }).sources()).sources.length > 0);
  });

  /** Routes that may not be built yet: the client must meet them as soon as they are. */
  async function orSkip(on: TestContext, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!(error instanceof RowhouseError) || error.code !== 'not_found') throw error;
      on.skip('the service does not have this route yet');
    });
  }

  test('account reports the balance and what was used', (on) =>
    orSkip(on, async () => {
      const made = await t().account();
      const client = callerOf(t(), made);
      assert.equal((await client.account()).balance.available, 1000);
      await client.portalA.listings(fresh());
      const account = await client.account();
      assert.equal(account.account_id, made.account_id);
      assert.equal(account.balance.available, 999);
      assert.equal(account.usage[0]?.credits, 1);
    }));

  test('rows of a finished job come as text and as a stream, the same bytes', (on) =>
    orSkip(on, async () => {
      const client = callerOf(t(), await t().account());
      const { request_id, result } = await client.portalA.listings(fresh());
      const text = await client.rows(request_id, 'ndjson');
      assert.deepEqual(
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
        result.data,
      );
      for (const format of ['csv', 'geojson', 'ndjson'] as const)
        assert.equal(
          await new Response(await client.rowsStream(request_id, format)).text(),
          await client.rows(request_id, format),
        );
    }));

  test('a home is looked up by its id, and one that is not there is an error', (on) =>
    orSkip(on, async () => {
      const client = callerOf(t(), await t().account());
      const [row] = (await client.portalA.listings({ zip: '78704' })).result.data;
      const home = await client.portalA.home({ source_id: row!.source_id });
      assert.equal(home.result.data[0]?.source_id, row!.source_id);
      assert.equal(home.result.summary, null);
      const error = await failing(
        client.portalA.home({ address: '1 Nowhere St, Austin, TX 78704' }),
      );
      assert.equal(error.code, 'address_not_found');
    }));
}

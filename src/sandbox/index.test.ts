import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULT_MODES } from './faults.js';
import { ALBUQUERQUE, fewZips, handClock } from './few-zips.test.js';
import { type Sandbox, startSandbox } from './index.js';

const BODY = JSON.stringify({
  searchQueryState: { pagination: { currentPage: 1 }, mapBounds: ALBUQUERQUE, filterState: {} },
  wants: { cat1: ['listResults'] },
  requestId: 1,
});

async function within(run: (sandbox: Sandbox) => Promise<void>, latencyMinMs = 0): Promise<void> {
  const sandbox = await startSandbox({
    seed: 1,
    homes: 0,
    geo: fewZips,
    clock: handClock(),
    latencyMinMs,
    latencyMaxMs: latencyMinMs,
    places: [{ zip: '87112', homes: 100 }],
    portals: ['portal_a'],
  });
  try {
    await run(sandbox);
  } finally {
    await sandbox.close();
  }
}

const search = (sandbox: Sandbox, signal: AbortSignal | null = null) =>
  fetch(`${sandbox.urls.portal_a}/async-create-search-page-state`, {
    method: 'PUT',
    body: BODY,
    signal,
  });
const order = (sandbox: Sandbox, fault: object) =>
  fetch(`${sandbox.url}/__sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
const read = async (sandbox: Sandbox, path: string) => {
  const response = await fetch(`${sandbox.url}/__sandbox/${path}`);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
};

test('every fault mode changes an answer in its own way', async () => {
  await within(async (sandbox) => {
    const answers = new Map<string, { status: number; text: string; headers: Headers }>();
    for (const mode of FAULT_MODES.filter((name) => name !== 'hang' && name !== 'slow')) {
      assert.equal((await order(sandbox, { source: 'portal_a', mode })).status, 200);
      const response = await search(sandbox);
      const { status, headers } = response;
      answers.set(mode, { status, headers, text: await response.text() });
    }
    const of = (mode: string) => answers.get(mode) ?? assert.fail(mode);
    const good = of('ok').text;
    assert.match(good, /"unformattedPrice":\d/);
    assert.equal(of('error').status, 500);
    assert.equal(of('busy').status, 429);
    assert.equal(of('busy').headers.get('retry-after'), '1');
    assert.equal(of('refuse').status, 403);
    assert.equal(of('challenge').status, 200);
    assert.match(of('challenge').headers.get('content-type') ?? '', /text\/html/);
    assert.doesNotMatch(of('drift').text, /"zpid"|"unformattedPrice"/);
    assert.match(of('drift').text, /"propertyKey"/);
    assert.match(of('empty_fields').text, /"zpid"/);
    assert.doesNotMatch(of('empty_fields').text, /"unformattedPrice"|"price":"\$/);
    assert.ok(good.startsWith(of('cut').text) && of('cut').text.length < good.length);
  });
});

test('a slow answer waits on the clock, and closing the sandbox ends it', async () => {
  let waiting: Promise<unknown> = Promise.resolve();
  await within(async (sandbox) => {
    await order(sandbox, { source: 'all', mode: 'slow', latency_ms: 5_000 });
    waiting = search(sandbox).catch((error: unknown) => error);
    const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 60))]);
    assert.equal(early, undefined);
  });
  await waiting;
});

test('a hanging answer never comes, and closing the sandbox ends its connection', async () => {
  let waiting: Promise<unknown> = Promise.resolve();
  await within(async (sandbox) => {
    await order(sandbox, { source: 'portal_a', mode: 'hang' });
    waiting = search(sandbox).catch((error: unknown) => error);
    const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 60))]);
    assert.equal(early, undefined);
  });
  assert.ok((await waiting) instanceof Error);
});

test('a rate hits some requests, the same ones in every run', async () => {
  const runs: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    await within(async (sandbox) => {
      await order(sandbox, { source: 'portal_a', mode: 'error', rate: 0.5 });
      const statuses = [];
      for (let at = 0; at < 24; at += 1) statuses.push((await search(sandbox)).status);
      runs.push(statuses.join());
      assert.ok(statuses.includes(200) && statuses.includes(500));
    });
  }
  assert.equal(runs[0], runs[1]);
});

test('a bad fault order answers 400 and changes nothing', async () => {
  await within(async (sandbox) => {
    const bad = [
      { source: 'nobody', mode: 'error' },
      { source: 'portal_a', mode: 'odd' },
      { source: 'portal_a', mode: 'error', rate: 2 },
      { source: 'portal_a', mode: 'slow', latency_ms: -1 },
      { mode: 'error' },
    ];
    for (const fault of bad) {
      const response = await order(sandbox, fault);
      assert.equal(response.status, 400);
      assert.match(await response.text(), /"error":/);
    }
    const { json } = await read(sandbox, 'faults');
    assert.deepEqual(json, { faults: { portal_a: { mode: 'ok', rate: 1, latency_ms: 0 } } });
    assert.equal((await search(sandbox)).status, 200);
  });
});

test('the ground truth lists the sorted ids of a box, and rejects a bad query', async () => {
  await within(async (sandbox) => {
    const { west, south, east, north } = ALBUQUERQUE;
    const box = `west=${west}&south=${south}&east=${east}&north=${north}`;
    const { json } = await read(sandbox, `truth?source=portal_a&kind=listings&${box}`);
    const ids = json['ids'] as string[];
    assert.ok(ids.length > 50);
    assert.equal(json['count'], ids.length);
    assert.deepEqual(ids, [...ids].sort());
    const sold = `truth?source=portal_a&kind=sold&${box}`;
    const long = await read(sandbox, `${sold}&sold_within_days=1095`);
    assert.ok(Number(long.json['count']) > Number((await read(sandbox, sold)).json['count']));
    for (const query of [
      'kind=listings',
      `kind=odd&${box}`,
      `kind=sold&${box}&sold_within_days=x`,
    ]) {
      assert.equal((await read(sandbox, `truth?source=portal_a&${query}`)).status, 400);
    }
    assert.equal((await read(sandbox, `truth?source=odd&kind=sold&${box}`)).status, 400);
  });
});

test('stats count the requests of each portal until they are reset', async () => {
  await within(async (sandbox) => {
    await search(sandbox);
    await search(sandbox);
    const sources = (await read(sandbox, 'stats')).json['sources'] as Record<string, object>;
    assert.deepEqual({ ...sources['portal_a'], bytes: 0 }, { requests: 2, struck: 0, bytes: 0 });
    await fetch(`${sandbox.url}/__sandbox/stats`, { method: 'POST' });
    const after = (await read(sandbox, 'stats')).json['sources'];
    assert.deepEqual(after, { portal_a: { requests: 0, struck: 0, bytes: 0 } });
  });
});

test('behaviour settings can be changed while the sandbox runs', async () => {
  await within(async (sandbox) => {
    const set = (behaviour: object) =>
      fetch(`${sandbox.url}/__sandbox/world`, { method: 'POST', body: JSON.stringify(behaviour) });
    const before = await (await search(sandbox)).text();
    assert.equal((await set({ order: 'price', hidden: 0, relaxed: 0 })).status, 200);
    assert.ok((await (await search(sandbox)).text()) !== before);
    assert.equal((await set({ order: 'sideways' })).status, 400);
    assert.equal((await set({ hidden: 2 })).status, 400);
  });
});

test('a body beyond the bound answers 413 and unknown portals answer 404', async () => {
  await within(async (sandbox) => {
    const url = `${sandbox.urls.portal_a}/async-create-search-page-state`;
    const large = await fetch(url, { method: 'PUT', body: ' '.repeat(70_000) });
    assert.equal(large.status, 413);
    assert.equal((await fetch(`${sandbox.url}/portal_z/x`)).status, 404);
    assert.equal((await fetch(`${sandbox.urls.portal_a}/x`)).status, 404);
  });
});

test('the control endpoints take no orders from a page of another site', async () => {
  await within(async (sandbox) => {
    const { port } = new URL(sandbox.url);
    const send = async (origin: string, path: string, method: 'GET' | 'POST') => {
      const body = method === 'POST' ? '{"source":"portal_a","mode":"error"}' : undefined;
      const headers = { origin, 'content-type': 'text/plain' };
      return (await fetch(sandbox.url + path, { method, headers, ...(body && { body }) })).status;
    };
    const foreign = [
      'https://evil.example',
      `http://evil.example:${port}`,
      'http://127.0.0.1:1',
      `https://127.0.0.1:${port}`,
      'null',
    ];
    for (const origin of foreign) {
      assert.equal(await send(origin, '/__sandbox/faults', 'POST'), 403, origin);
      assert.equal(await send(origin, '/__sandbox/stats', 'GET'), 403, origin);
    }
    assert.equal((await search(sandbox)).status, 200, 'no order was taken');
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      assert.equal(await send(`http://${name}:${port}`, '/__sandbox/faults', 'POST'), 200, name);
    }
    assert.equal((await search(sandbox)).status, 500);
  });
});

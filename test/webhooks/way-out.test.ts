/** Requests to endpoints: private addresses in any form are never dialled; answers are bounded. */
import assert from 'node:assert/strict';
import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isPublicAddress } from '#collect/upstream/public-address.js';
import { publicConnector } from '#collect/upstream/public-connector.js';
import { openWebhookClient, type WebhookClientOptions } from '#service/webhooks/webhook-client.js';
import { type Consumer, startConsumer, status } from '../support/webhooks.js';

let consumer: Consumer;
let connections = 0;
let counter: Server;
let port: number;
before(async () => {
  consumer = await startConsumer();
  // Counts whoever connects, on every local address: no TLS, so nothing gets further.
  counter = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => counter.listen(0, '::', done));
  const address = counter.address();
  assert.ok(typeof address === 'object' && address !== null);
  port = address.port;
});
after(async () => {
  counter.close();
  await consumer.close();
});

const post = async (url: string, more: Partial<WebhookClientOptions> = {}) => {
  const client = openWebhookClient({ isPrivateAllowed: false, timeoutS: 5, ...more });
  try {
    return await client.post({ account_id: 'a', url }, { 'webhook-id': 'a' }, '{}');
  } finally {
    await client.close();
  }
};

const PRIVATE_V4 = [
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.169.254', 'metadata of clouds'],
  ['172.16.0.1', 'private'],
  ['192.0.0.8', 'reserved'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', 'relays of 6to4'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarks'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
] as const;
const PRIVATE_V6 = [
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'compatible, deprecated'],
  ['::8.8.8.8', 'compatible, of a public one'],
  ['::ffff:127.0.0.1', 'mapped'],
  ['::ffff:8.8.8.8', 'mapped, of a public one'],
  ['::ffff:0:127.0.0.1', 'translated'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b:1::1', 'NAT64 of a site'],
  ['100::1', 'discard'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4 of loopback'],
  ['3fff::1', 'documentation'],
  ['fc00::1', 'unique local'],
  ['fd00::1', 'unique local'],
  ['fe80::1', 'link local'],
  ['fec0::1', 'site local'],
  ['ff02::1', 'multicast'],
] as const;

test('every special range is not public, and ordinary addresses are', () => {
  for (const [address, why] of [...PRIVATE_V4, ...PRIVATE_V6]) {
    assert.equal(isPublicAddress(address), false, `${address} ${why}`);
  }
  for (const address of ['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450::1']) {
    assert.equal(isPublicAddress(address), true, address);
  }
  for (const none of ['', 'localhost', '1', '0x7f.1', '127.1', '1.2.3.4.5', 'fe80::1%eth0']) {
    assert.equal(isPublicAddress(none), false, none);
  }
});

/** What a system's resolver answers. */
const resolving = (...answers: readonly (readonly string[])[]) => {
  let asked = 0;
  const resolve = (_host: string, _options: object, callback: (...found: unknown[]) => void) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(callback, null, found);
  };
  return { resolve: resolve as typeof lookup, asked: () => asked };
};

const NOT_PUBLIC = 'It has an address outside the public internet.';

test('a name that leads to a private address is not dialled, nor one of which any address is private', async () => {
  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
    ['93.184.215.14', '127.0.0.1'],
    ['169.254.169.254'],
  ]) {
    const names = resolving(addresses);
    const answer = await post('https://hooks.example.com:8443/', { resolve: names.resolve });
    assert.deepEqual([answer, names.asked()], [{ error: NOT_PUBLIC }, 1], addresses.join());
  }
});

test('a name is tested at each dial: it gains nothing by leading elsewhere a moment later', async () => {
  // Global unicast by its form, in a block that IANA has given to nobody.
  const names = resolving(['2d00::1'], ['127.0.0.1'], ['127.0.0.1']);
  const options = { resolve: names.resolve, timeoutS: 1 };
  const client = openWebhookClient({ isPrivateAllowed: false, ...options });
  const before = connections;
  await client.post({ account_id: 'a', url: 'https://hooks.example.com:8443/' }, {}, '{}');
  for (let at = 0; at < 2; at += 1) {
    const second = await client.post(
      { account_id: 'a', url: 'https://hooks.example.com:8443/' },
      {},
      '{}',
    );
    assert.deepEqual(second, { error: NOT_PUBLIC });
  }
  await client.close();
  assert.equal(names.asked(), 3);
  assert.equal(connections, before);
});

test('literal addresses in every spelling are refused before anything is dialled', async () => {
  const before = connections;
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0',
    'localhost',
    'LOCALHOST.',
    '①②⑦.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
  ]) {
    for (const url of [`https://${host}:8443/`, `https://${host}/`, `http://${host}:${port}/`]) {
      assert.ok('error' in (await post(url)), url);
    }
  }
  assert.equal(connections, before);
});

test('the connector itself refuses literal addresses, which no lookup ever sees', async () => {
  const names = resolving(['127.0.0.1']);
  const connect = publicConnector(names.resolve);
  const before = connections;
  for (const hostname of ['127.0.0.1', '[::1]', '::1', '[::ffff:7f00:1]', '10.0.0.1']) {
    const error = await new Promise<Error | null>((done) =>
      connect({ hostname, protocol: 'http:', port: String(port) }, (...[failed]) => done(failed)),
    );
    assert.equal(error?.message, NOT_PUBLIC, hostname);
  }
  assert.deepEqual([connections, names.asked()], [before, 0]);
});

test('with the switch off nothing on loopback is reached, with it on everything is', async () => {
  const path = `127.0.0.1:${consumer.port}/`;
  assert.ok('error' in (await post(`http://${path}`)));
  assert.equal(consumer.received.length, 0);
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', 'localhost']) {
    const answer = await post(`http://${host}:${consumer.port}/`, { isPrivateAllowed: true });
    assert.deepEqual(answer, { code: 204, retryAfter: undefined }, host);
  }
  assert.equal(consumer.received.length, 4);
  assert.ok('error' in (await post(`http://user:pass@${path}`, { isPrivateAllowed: true })));
  assert.ok('error' in (await post('ftp://127.0.0.1/', { isPrivateAllowed: true })));
  assert.equal(consumer.received.length, 4);
});

/** How long a call took. */
async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const began = performance.now();
  return [await work(), performance.now() - began];
}

test('a server that never answers is left after the timeout', async () => {
  consumer.answer(() => undefined);
  const url = consumer.url;
  const [answer, tookMs] = await timed(() => post(url, { isPrivateAllowed: true, timeoutS: 1 }));
  assert.deepEqual(answer, { error: 'It did not answer in time.' });
  assert.ok(tookMs < 3_000, `${tookMs} ms`);
});

test('an answer that drips byte by byte counts by its status and is left soon', async () => {
  const dripping = new Set<NodeJS.Timeout>();
  consumer.answer((response) => {
    response.writeHead(200);
    dripping.add(setInterval(() => response.write('x'), 50));
    response.on('close', () => dripping.forEach(clearInterval));
  });
  const [answer, tookMs] = await timed(() => post(consumer.url, { isPrivateAllowed: true }));
  assert.ok('code' in answer && answer.code === 200);
  assert.ok(tookMs < 3_000, `${tookMs} ms`);
});

test('an answer of a gigabyte is not read', async () => {
  const GIGABYTE = 2 ** 30;
  let written = 0;
  consumer.answer((response) => {
    response.writeHead(200, { 'content-length': GIGABYTE });
    const part = Buffer.alloc(65_536);
    const more = () => {
      while (written < GIGABYTE && !response.destroyed) {
        written += part.length;
        if (!response.write(part)) return void response.once('drain', more);
      }
    };
    more();
  });
  const [answer, tookMs] = await timed(() => post(consumer.url, { isPrivateAllowed: true }));
  assert.ok('code' in answer && answer.code === 200);
  assert.ok(tookMs < 3_000, `${tookMs} ms`);
  assert.ok(written < 64 * 2 ** 20, `${written} bytes were taken`);
});

test('headers without end are a failure', async () => {
  consumer.answer((response) => response.writeHead(200, { 'x-long': 'a'.repeat(100_000) }).end());
  const answer = await post(consumer.url, { isPrivateAllowed: true });
  assert.deepEqual(answer, { error: 'The connection broke.' });
});

test('a redirect to the inside is an answer like any other', async () => {
  let reached = 0;
  consumer.answer((response, { path }) => {
    if (path === '/inside') reached += 1;
    status(302, { location: '/inside' })(response);
  });
  const answer = await post(consumer.url, { isPrivateAllowed: true });
  assert.ok('code' in answer && answer.code === 302);
  assert.equal(reached, 0);
});

test('an endpoint that hangs holds no delivery to another endpoint of the same host, of any account', async (t) => {
  const host = await startConsumer();
  t.after(host.close);
  host.answer((response, { path }) => {
    if (path !== '/hangs') status(204)(response);
  });
  const client = openWebhookClient({ isPrivateAllowed: true, timeoutS: 30 });
  t.after(() => client.close());
  const at = (account_id: string, path: string) => ({
    account_id,
    url: new URL(path, host.url).href,
  });
  const hanging = client.post(at('one', '/hangs'), {}, '{}');
  while (host.received.length === 0) await delay(1);
  const stop = new AbortController();
  const late = delay(5_000, 'late', { signal: stop.signal }).catch(() => 'late');
  for (const account_id of ['one', 'other']) {
    const answer = await Promise.race([client.post(at(account_id, '/hook'), {}, '{}'), late]);
    assert.deepEqual(answer, { code: 204, retryAfter: undefined }, account_id);
  }
  stop.abort();
  await client.close();
  assert.deepEqual(await hanging, { error: 'The connection broke.' });
});

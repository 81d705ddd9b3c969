/** What the Python clients send again, and what they never do. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { findPython, pythonFolder } from '../support/python.js';
import {
  broken,
  complete,
  failing,
  json,
  PYTHON_CLIENTS,
  type Reply,
  runClient,
  scripted,
} from '../support/python-service.js';

const folder = pythonFolder();
after(() => rmSync(folder, { recursive: true, force: true }));

const search = (more = ''): string => `
page = await rowhouse.search(PORTAL_A_LISTINGS, zip="78704"${more})
print("credits", page.credits)`;

for (const { name: client, modules } of PYTHON_CLIENTS) {
  const skip =
    findPython(...modules) === null &&
    `no Python 3.9 or newer ${modules.map((one) => `with ${one}`)}`;
  const run = (url: string, lines: string, options = '') =>
    runClient(client, folder, url, lines, { options });

  test(`${client}: a 503 is sent again after its Retry-After, under the same key`, {
    skip,
  }, async (t) => {
    const { asked, url } = await scripted(t, [failing(503, 'queue_full', '1'), complete()]);
    assert.match((await run(url, search())).stdout, /^credits 1$/m);
    const [first, second, ...more] = asked;
    assert.equal(more.length, 0);
    const key = first?.headers['idempotency-key'];
    assert.match(String(key), /^[0-9a-f]{32}$/);
    assert.equal(second?.headers['idempotency-key'], key);
    assert.ok((second?.atMs ?? 0) - (first?.atMs ?? 0) >= 990);
    assert.equal(first?.headers.authorization, 'Bearer key');
    assert.match(String(first?.headers['user-agent']), /^rowhouse-python\/\d+\.\d+\.\d+$/);
  });

  test(`${client}: a broken connection is tried again, and no more often than asked`, {
    skip,
  }, async (t) => {
    const halfAnAnswer: Reply = (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"status": "com');
      setTimeout(() => response.destroy(), 50);
    };
    const twice = await scripted(t, [broken, halfAnAnswer, complete()]);
    assert.match((await run(twice.url, search())).stdout, /^credits 1$/m);
    assert.equal(twice.asked.length, 3);
    const always = await scripted(t, [broken]);
    assert.match(
      (await run(always.url, search(), ', retries=2')).stdout,
      /^connection_failed 0 None/m,
    );
    assert.equal(always.asked.length, 3);
  });

  test(`${client}: what no short wait fixes is raised at once: credits, a long pause, a wrong input`, {
    skip,
  }, async (t) => {
    for (const [reply, shown] of [
      [failing(429, 'quota_exceeded', '5'), /^quota_exceeded 429 None 5\.0$/m],
      [failing(503, 'queue_full', '61'), /^queue_full 503 None 61\.0$/m],
      [failing(422, 'location_required'), /^location_required 422/m],
      [json(404, 'no JSON of the service'), /^unreadable_answer 404/m],
    ] as const) {
      const { asked, url } = await scripted(t, [reply]);
      assert.match((await run(url, search())).stdout, shown);
      assert.equal(asked.length, 1);
    }
  });

  test(`${client}: an answer that trickles ends with the call`, { skip }, async (t) => {
    const trickle: Reply = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 100);
      response.on('close', () => clearInterval(timer));
    };
    const { url } = await scripted(t, [trickle]);
    const began = performance.now();
    const { stdout } = await run(url, search(', timeout_s=1'));
    assert.match(stdout, /^connection_failed 0 None/m);
    assert.ok(performance.now() - began < 10_000);
  });

  test(`${client}: an answer above the limit is an error, also when it is small as gzip`, {
    skip,
  }, async (t) => {
    const zipped = gzipSync(JSON.stringify({ text: 'a'.repeat(100_000) }));
    const { asked, url } = await scripted(t, [
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped),
    ]);
    const lines = (bytes: number) => `
import rowhouse as package
package._async_transport.ANSWER_BYTES_MAX = ${bytes}
print(len((await rowhouse.request("GET", "/account"))["text"]))`;
    assert.equal((await run(url, lines(100_100))).stdout, '100000\n');
    assert.match((await run(url, lines(99_000))).stdout, /^unreadable_answer 200/m);
    assert.equal(asked.length, 2);
  });

  test(`${client}: inputs are sent as the service reads them: lists with commas, nothing for None`, {
    skip,
  }, async (t) => {
    const { asked, url } = await scripted(t, [complete()]);
    const lines = `
search = rowhouse.portal_a_listings(zip="78704", property_type=["condo", "land"], beds_min=None)
await search.page(max_age_s=0)
await rowhouse.search(RECORDS_SOLD, bbox=(-97.8, 30.2, -97.7, 30.3), arms_length=[True])
await rowhouse.portal_a_sold(lat=30.25, lng=-98.0, radius_mi=2.5, min_price=500000.0).page()`;
    await run(url, lines);
    assert.equal(asked[0]?.url, '/v1/portal_a/listings?zip=78704&property_type=condo,land');
    assert.equal(asked[0]?.headers['cache-control'], 'no-cache');
    assert.equal(asked[1]?.url, '/v1/records/sold?bbox=-97.8,30.2,-97.7,30.3&arms_length=true');
    const place = 'lat=30.25&lng=-98&radius_mi=2.5';
    assert.equal(asked[2]?.url, `/v1/portal_a/sold?${place}&min_price=500000`);
  });

  test(`${client}: a POST without a key is not sent twice, unless it was not begun`, {
    skip,
  }, async (t) => {
    const line = (key: string) =>
      `print(await rowhouse.request("POST", "/endpoints/1/test", body={"a": 1}${key}))`;
    const done = json(200, { done: true });
    const twice = [failing(503, 'queue_full'), done];
    for (const [replies, key, shown, calls] of [
      [twice, '', 'queue_full 503 None 0.0', 1],
      [twice, ', idempotency_key="k"', "{'done': True}", 2],
      [[failing(429, 'rate_limited'), done], '', "{'done': True}", 2],
    ] as const) {
      const { asked, url } = await scripted(t, replies);
      assert.equal((await run(url, line(key))).stdout.trim(), shown);
      assert.equal(asked.length, calls);
      assert.equal(asked[0]?.headers['content-type'], 'application/json');
    }
  });

  test(`${client}: every POST that costs credits has its own key, so that a repeated one is charged once`, {
    skip,
  }, async (t) => {
    const { asked, url } = await scripted(t, [broken, json(201, { batch_id: 'b' })]);
    const lines = `
for _ in range(2):
    print((await rowhouse.create_lookup_batch("portal_a", homes=[{"source_id": "1"}]))["batch_id"])`;
    assert.equal((await run(url, lines)).stdout, 'b\nb\n');
    const [first, second, other] = asked.map(({ headers }) => headers['idempotency-key']);
    assert.match(String(first), /^[0-9a-f]{32}$/);
    assert.equal(second, first);
    assert.match(String(other), /^[0-9a-f]{32}$/);
    assert.notEqual(other, first);
  });

  test(`${client}: pages under one key have a key each, and their number is bounded`, {
    skip,
  }, async (t) => {
    const { asked, url } = await scripted(t, [
      complete({ next_cursor: 'c1', data: [{ source_id: 'a' }] }),
      complete({ next_cursor: 'c2', data: [{ source_id: 'b' }] }),
    ]);
    const lines = `
search = rowhouse.portal_a_sold(zip="78704")
async for row in search.rows(pages_max=3, idempotency_key="night"):
    print(row["source_id"])`;
    assert.equal((await run(url, lines)).stdout, 'a\nb\nb\n');
    assert.deepEqual(
      asked.map((one) => [one.url.split('?')[1], one.headers['idempotency-key']]),
      [
        ['zip=78704', 'night-1'],
        ['zip=78704&cursor=c1', 'night-2'],
        ['zip=78704&cursor=c2', 'night-3'],
      ],
    );
  });

  test(`${client}: a key that no header can have is rejected before anything is sent`, {
    skip,
  }, async (t) => {
    const { asked, url } = await scripted(t, [complete()]);
    const lines = (key: string) => `
for nth in range(2):
    try:
        if nth == 0:
            await rowhouse.search(PORTAL_A_LISTINGS, zip="78704", idempotency_key=${key})
        async for _ in rowhouse.pages(PORTAL_A_LISTINGS, zip="78704", idempotency_key=${key}):
            pass
    except RowhouseError as error:
        print(error.code)
await rowhouse.create_lookup_batch("portal_a", homes=[], idempotency_key=${key})`;
    for (const key of ['""', '"a b"', '"a\\n"', '"é"', '"k" * 129']) {
      const expected = `${'invalid_idempotency_key\n'.repeat(2)}invalid_idempotency_key 0 None None\n`;
      assert.equal((await run(url, lines(key))).stdout, expected, key);
    }
    assert.deepEqual(asked, []);
  });

  test(`${client}: what surrounds the address and the key is left out, and no error shows the key`, {
    skip,
  }, async (t) => {
    const { asked, url } = await scripted(t, [json(200, { name: 'demo' })]);
    const lines = (key: string) => `
try:
    print((await type(rowhouse)(" ${url}/\\n", ${key}).account())["name"])
except ValueError as error:
    print(error)`;
    assert.equal((await run(url, lines('"secret\\r\\n"'))).stdout, 'demo\n');
    assert.equal(asked[0]?.headers.authorization, 'Bearer secret');
    for (const key of ['"sec\\nret"', '"secré"', '"sec ret"', '" "']) {
      assert.match(
        (await run(url, lines(key))).stdout,
        /^api_key (?:is missing|has a character)/,
        key,
      );
    }
    assert.equal(asked.length, 1);
  });

  test(`${client}: a list is read to its last page, and a log to its end`, { skip }, async (t) => {
    const rows = await scripted(t, [
      json(200, { rows: [{ id: 1 }], next_after: 'x' }),
      json(200, { rows: [{ id: 2 }], next_after: null }),
    ]);
    const list = `
async for row in rowhouse.iter_watch_rows("w/1"):
    print(row["id"])`;
    assert.equal((await run(rows.url, list)).stdout, '1\n2\n');
    assert.deepEqual(
      rows.asked.map((one) => one.url),
      ['/v1/watches/w%2F1/rows', '/v1/watches/w%2F1/rows?after=x'],
    );
    const events = await scripted(t, [
      json(200, { events: [{ seq: 7 }], next_after: 7 }),
      json(200, { events: [], next_after: 7 }),
    ]);
    const log = `
async for event in rowhouse.iter_events(after=0):
    print(event["seq"])`;
    assert.equal((await run(events.url, log)).stdout, '7\n');
    assert.equal(events.asked.length, 2);
  });

  test(`${client}: the key does not follow a redirect, and the error names the other address`, {
    skip,
  }, async (t) => {
    const other = await scripted(t, [complete()]);
    const here = await scripted(t, [json(301, {}, { location: `${other.url}/v1/` })]);
    const lines = `
try:
    await rowhouse.account()
except RowhouseError as error:
    print(error)`;
    assert.match((await run(here.url, lines)).stdout, new RegExp(`redirects to ${other.url}`));
    assert.equal(other.asked.length, 0);
  });
}

test('AsyncRowhouse: calls wait at the same time', {
  skip: findPython('httpx') === null && 'no Python with httpx: install python3-httpx',
}, async (t) => {
  let open = 0;
  let most = 0;
  const slow: Reply = (response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      complete()(response);
    }, 500);
  };
  const { url } = await scripted(t, [slow]);
  const lines = `
zips = ["78701", "78702", "78703", "78704", "78705"]
pages = await asyncio.gather(*(rowhouse.portal_a_listings(zip=zip).page() for zip in zips))
print(sum(page.credits for page in pages))`;
  assert.equal((await runClient('AsyncRowhouse', folder, url, lines)).stdout, '5\n');
  assert.equal(most, 5);
});

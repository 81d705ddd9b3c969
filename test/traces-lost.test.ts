/** A slow, rejecting or lost collector: calls continue, the queue is bounded, one line logs it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTraces } from '../src/config-traces.js';
import { systemClock, systemIds } from '../src/system.js';
import { openTraces } from '../src/traces.js';
import { envelopeOf, freshSearch } from './support/expect.js';
import { openTestApp } from './support/open-test-app.js';
import { collectSpans } from './support/trace-collector.js';

/** What waits, and one batch that is on its way. */
const HELD_MAX = 2_048 + 512;

interface Line {
  readonly message: string;
  readonly spans_lost?: number;
}

async function open(url: string, drainS = 10) {
  const lines: Line[] = [];
  const keep = (fields: object, message: string) => lines.push({ ...fields, message });
  const log = { info: keep, warn: keep, error: keep };
  const ids = systemIds(systemClock);
  const settings = readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const traces = await openTraces(settings, { clock: systemClock, ids, log, version: '0', drainS });
  const call = (n: number) =>
    traces.called(
      { headers: {} },
      {
        requestId: `call ${n}`,
        method: 'GET',
        path: '/',
        route: () => '/',
        status: 200,
        tookMs: 1,
        accountId: undefined,
        credits: undefined,
      },
    );
  return { traces, lines, call };
}

test('a collector that does not answer holds a bounded number of spans, and further ones are dropped', async (one) => {
  const collector = await collectSpans();
  one.after(() => collector.close());
  let answer: () => void = () => undefined;
  collector.gate = new Promise((done) => {
    answer = done;
  });
  const { traces, call } = await open(collector.url);
  for (let n = 0; n < 3 * HELD_MAX; n += 1) assert.match(call(n) ?? '', /^[0-9a-f]{32}$/);
  const closed = traces.close();
  answer();
  await closed;
  const kept = new Set(collector.spans.map(({ attributes }) => attributes['rowhouse.request_id']));
  assert.equal(collector.spans.length, HELD_MAX);
  for (let n = 0; n < HELD_MAX; n += 1) assert.ok(kept.has(`call ${n}`), 'the oldest are kept');
});

test('a collector that refuses is one line of the log, until it takes spans again', async (one) => {
  const collector = await collectSpans();
  one.after(() => collector.close());
  collector.status = 400;
  const { traces, lines, call } = await open(collector.url);
  // Batches that are full are sent at once, one after the other.
  for (let n = 0; n < 3 * 512; n += 1) call(n);
  while (collector.paths.length < 3) await systemClock.sleep(10);
  collector.status = 200;
  for (let n = 0; n < 512; n += 1) call(n);
  await traces.close();
  assert.equal(collector.spans.length, 512);
  assert.deepEqual(
    lines.map(({ message, spans_lost }) => [message.split(',')[0], spans_lost]),
    [
      [
        'traces cannot be sent and are lost; calls continue. Check OTEL_EXPORTER_OTLP_ENDPOINT',
        undefined,
      ],
      ['traces are accepted again', 3 * 512],
    ],
  );
});

test('without a collector calls are answered as ever, the stop is bounded, and the end is clean', async () => {
  const faults: unknown[] = [];
  const note = (fault: unknown) => faults.push(fault);
  process.on('unhandledRejection', note);
  const { traces, lines } = await open('http://127.0.0.1:1', 1);
  const t = await openTestApp({ limits: { READ_AHEAD: 0 }, traces: () => traces });
  const { api_key } = await t.account();
  const path = freshSearch();
  const answer = await t.settled(path, api_key);
  assert.equal(envelopeOf(answer).status, 'complete');
  assert.equal(envelopeOf(await t.get(path, api_key)).cached, true);
  await traces.close();
  assert.equal(envelopeOf(await t.get(path, api_key)).cached, true, 'also after the close');
  await t.close();
  process.off('unhandledRejection', note);
  assert.deepEqual(faults, []);
  assert.equal(lines.length, 1);
  assert.match(lines[0]?.message ?? '', /OTEL_EXPORTER_OTLP_ENDPOINT/);
});

/** Callers that take nothing of their answers, which would stay in memory for as long. */
import assert from 'node:assert/strict';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { answerTo, getText, rawCall } from './support/raw-http.js';

/** More than the buffers of a connection hold. */
const ANSWERS = 60;
const LARGE = getText('/v1/openapi.json', null).repeat(ANSWERS);

let t: TestApp;
let port: number;
before(async () => {
  t = await openTestApp({ limits: { UNREAD_S: 3 } });
  await t.server.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = t.server.server.address() as AddressInfo);
});
after(() => t.close());

/** The server's side of the next connection. */
const accepted = () =>
  new Promise<Socket>((done) => {
    t.server.server.once('connection', done);
  });

test('a caller that takes nothing of its answer is disconnected', async () => {
  const accepting = accepted();
  const { socket } = rawCall(port, LARGE);
  socket.pause();
  const own = await accepting;
  for (let tries = 0; tries < 100 && !own.destroyed; tries += 1) await t.clock.sleep(100);
  assert.ok(own.destroyed, 'within ten seconds, of which it may read nothing in three');
  socket.destroy();
});

test('a caller that reads slowly gets all of its answers', async () => {
  const call = rawCall(port, LARGE);
  const steps = setInterval(() => {
    if (call.socket.isPaused()) call.socket.resume();
    else call.socket.pause();
  }, 50);
  const answers = await call.until(ANSWERS);
  clearInterval(steps);
  call.socket.destroy();
  assert.equal(answers.length, ANSWERS);
});

test('a poll that is held for longer is answered, and its connection serves the next call', async () => {
  const { api_key } = await t.account();
  const held = getText('/v1/events?wait=5', api_key);
  const call = rawCall(port, held);
  const [first] = await call.until(1);
  assert.equal(first?.status, 200);
  call.socket.write(getText('/v1/account', api_key));
  const [, second] = await call.until(2);
  assert.equal(second?.status, 200);
  call.socket.destroy();
  assert.equal((await answerTo(port, getText('/healthz', null))).status, 200);
});

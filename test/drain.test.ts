/** What a caller meets who reached a node while it was going down. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { apiServer } from '#http/server.js';
import { sharedApp } from './support/open-test-app.js';

const t = sharedApp();

test('a call on a connection made before the stop is answered by the contract, then it is closed', async () => {
  const { api_key } = await t.account();
  const server = apiServer(t.app, { allowedOrigins: [] });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // The server takes the connection up before it is stopped.
  await delay(50);
  const closed = server.close();
  await delay(50);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  socket.write(
    `GET /v1/portal_a/listings?zip=78704 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api_key}\r\n\r\n`,
  );
  await once(socket, 'close');
  await closed;
  const [head = '', body = ''] = text.split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.1 202 /, text);
  assert.match(head, /^connection: close$/im);
  assert.match(head, /^x-request-id: /im);
  assert.equal(JSON.parse(body).status, 'pending');
});

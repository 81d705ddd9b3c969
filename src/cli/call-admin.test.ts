/** What answers at the address of the operator's listener may be anything: a command says so. */
import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { callAdmin } from './call-admin.js';

const listening = async (answer: (socket: Socket) => void) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { server, url: `http://127.0.0.1:${address.port}` };
};

const ok = (type: string, length: number, body: string) => (socket: Socket) => {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${length}`;
  socket.once('data', () => socket.end(`${head}\r\n\r\n${body}`));
};

const NO_LISTENERS: readonly (readonly [what: string, answer: (socket: Socket) => void, RegExp])[] =
  [
    ['a page', ok('text/html', 6, '<html>'), /broke off, or is not one of a Rowhouse service/],
    ['a list', ok('application/json', 2, '[]'), /broke off, or is not one of a Rowhouse service/],
    ['half an answer', ok('application/json', 99, '{"acc'), /broke off, or is not/],
    ['a tunnel to nothing', (socket) => socket.destroy(), /^No service answers at http/],
  ];

for (const [what, answer, says] of NO_LISTENERS) {
  test(`${what} in place of the listener ends a command with what to do`, async () => {
    const { server, url } = await listening(answer);
    const access = { url, token: 'a-token-of-the-tests', operator: 'a tester' };
    await assert.rejects(callAdmin(access, { method: 'GET', path: '/accounts' }), {
      message: says,
    });
    server.close();
  });
}

test('half an answer to an import ends the command', async () => {
  const { server, url } = await listening(ok('application/json', 99, '{"res'));
  const access = { url, token: 'a-token-of-the-tests', operator: 'a tester' };
  const watched = { path: '/progress', line: () => null };
  const imported = callAdmin(access, { method: 'POST', path: '/records', watched });
  await assert.rejects(imported, { message: /broke off, or is not/ });
  server.close();
});

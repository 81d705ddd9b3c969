/** Which calls an edge makes again on another node: never one that may be charged twice by it. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { ROUTE } from './support/expect.js';
import { freePort, listen } from './support/free-port.js';
import { EDGE_KINDS, expectCode, skipWithout, startEdge } from './support/run-edge.js';

for (const kind of EDGE_KINDS) {
  const need = { skip: skipWithout(kind) };

  test(
    `${kind}: a call goes to another node when the first takes no connection`,
    need,
    async () => {
      const { server, seen, port } = await fakeNode('answers');
      const edge = await startEdge(kind, [await freePort(), port]);
      try {
        for (let call = 0; call < 6; call += 1)
          assert.equal((await fetch(`${edge.url}${ROUTE}?zip=78704&page=${call}`)).status, 200);
        assert.equal(seen.length, 6);
      } finally {
        await edge.stop();
        server.close();
      }
    },
  );

  test(
    `${kind}: a search that a node took and did not answer is not made again; one with an Idempotency-Key and a poll are`,
    need,
    async () => {
      const calls: readonly [string, Record<string, string>, number][] = [
        [`${ROUTE}?zip=78704`, {}, 1],
        [`${ROUTE}?zip=78704&min_beds=1`, { 'x-other': 'idempotency' }, 1],
        [`${ROUTE}?zip=78704`, { 'idempotency-key': 'a-key-of-mine' }, 2],
        ['/v1/jobs/0190a000-0000-7000-8000-000000000000?wait=20', {}, 2],
      ];
      for (const [path, headers, times] of calls) {
        // Both nodes take the call and hang up, the second time over a connection kept alive.
        const nodes = [await fakeNode('hangs up later'), await fakeNode('hangs up later')];
        const edge = await startEdge(
          kind,
          nodes.map(({ port }) => port),
        );
        try {
          for (let warm = 0; warm < 2; warm += 1) await fetch(`${edge.url}/warm`);
          const answer = await fetch(edge.url + path, { headers });
          await expectCode(answer, 'origin_unavailable');
          const seen = nodes.flatMap((node) => node.seen).filter((url) => url !== '/warm');
          assert.equal(seen.length, times, `${path} ${JSON.stringify(headers)}`);
        } finally {
          await edge.stop();
          for (const { server } of nodes) server.close();
        }
      }
    },
  );
}

/** A node that notes what it is asked, and answers or hangs up on everything but /warm. */
async function fakeNode(does: 'answers' | 'hangs up later') {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(String(request.url));
    if (does === 'answers' || request.url === '/warm') response.end('{}');
    else request.socket.destroy();
  });
  return { server, seen, port: await listen(server) };
}

/** A load balancer in a few lines: each request goes to the next service. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startProxy(targets: readonly string[]) {
  const counts = targets.map(() => 0);
  let next = 0;
  const server = createServer((incoming, outgoing) => {
    const at = next % targets.length;
    next += 1;
    counts[at] = (counts[at] ?? 0) + 1;
    const onward = request(
      new URL(incoming.url ?? '/', targets[at]),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many requests each target got. */
    counts: (): readonly number[] => counts,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

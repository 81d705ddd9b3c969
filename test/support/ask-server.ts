/** Calls a server without a connection, through its listeners: the fast path of hits as well. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import inject from 'light-my-request';

export type Answer = LightMyRequestResponse;

/** One GET; resolves with the answer. */
export async function askServer(
  app: FastifyInstance,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const listen = (request: unknown, response: unknown) =>
    app.server.emit('request', request, response);
  await app.ready();
  return inject(listen, { method: 'GET', url, headers: { ...headers } });
}

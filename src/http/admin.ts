import { createHash, timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { Refusal } from '#domain/refusal.js';
import type { House } from '#service/house.js';
import { OperatorError } from '#service/manage-accounts.js';
import { measure } from '#service/measure.js';
import { ADMIN_ROUTES } from './admin-routes.js';
import { sendJson } from './respond.js';
import { SAFE_HEADERS } from './safe-headers.js';

/** Needs no token: it tells counts only, and a scraper should not have to hold the operator's token. */
const METRICS_PATH = '/metrics';

export interface AdminOptions {
  readonly token: string;
}

/**
 * The operator's listener: loopback only, one token. Every route is a row of ADMIN_ROUTES; bodies are
 * checked by their schema before a verb sees them.
 */
export function adminServer(house: House, options: AdminOptions): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true });
  const expected = digest(options.token);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SAFE_HEADERS);
    if (request.routeOptions.url === METRICS_PATH) return;
    const sent = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(digest(sent), expected)) return;
    await fail(
      reply,
      401,
      'The admin token is missing or wrong. Set ROWHOUSE_ADMIN_TOKEN, or run the command where the data directory is.',
    );
  });
  app.get(METRICS_PATH, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await measure(house)),
  );
  for (const route of ADMIN_ROUTES) {
    app.route({
      method: route.method,
      url: `/admin${route.url}`,
      schema: {
        ...(route.body && { body: route.body }),
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
      },
      handler: async (request, reply) => {
        const result = await route.run(house, {
          params: (request.params ?? {}) as Record<string, string>,
          query: (request.query ?? {}) as Record<string, string>,
          body: request.body,
        });
        return sendJson(reply, 200, result);
      },
    });
  }
  app.setNotFoundHandler((_request, reply) => fail(reply, 404, 'There is no such admin route.'));
  app.setErrorHandler((error, _request, reply) => answerFault(house, error, reply));
  return app;
}

function answerFault(house: House, error: unknown, reply: FastifyReply) {
  if (error instanceof OperatorError) return fail(reply, 404, error.message);
  if (error instanceof Refusal) return fail(reply, error.http, error.message);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500)
    return fail(reply, status, error instanceof Error ? error.message : 'bad request');
  house.log.error({ err: error }, 'an admin call met a fault of ours');
  return fail(reply, 500, 'The service met a fault; the log says which.');
}

const fail = (reply: FastifyReply, status: number, message: string) =>
  sendJson(reply, status, { error: { message } });

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

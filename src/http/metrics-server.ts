/** A metrics listener for scrapers on other machines: the operator's listener is on loopback. */
import fastify, { type FastifyInstance } from 'fastify';
import type { Parts } from '#service/app.js';
import { measure } from '#service/operations/metrics.js';
import { addLiveness, LIVENESS_PATH } from './health.js';
import { SAFE_HEADERS } from './safe-headers.js';

/** Needs no token: it has counts only, and a scraper should not need the operator's token. */
export const METRICS_PATH = '/metrics';
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Answers `GET /metrics`, and `GET /healthz` for probes: a collector has no API listener. Nothing
 * else.
 */
export function metricsServer(
  app: Parts<'client' | 'clock' | 'db' | 'limits' | 'metrics'>,
): FastifyInstance {
  const server = fastify({ logger: false, forceCloseConnections: true });
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SAFE_HEADERS);
  });
  server.get(METRICS_PATH, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(await measure(app)),
  );
  addLiveness(server, app);
  server.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .type('text/plain')
      .send(`Only GET ${METRICS_PATH} and ${LIVENESS_PATH} are available here.\n`),
  );
  return server;
}

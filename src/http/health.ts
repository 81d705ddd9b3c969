/** Where an orchestrator asks whether the process lives and whether it can answer. */
import type { FastifyInstance } from 'fastify';
import type { Parts } from '#service/app.js';
import { findDead, findUnready, findWarnings } from '#service/operations/readiness.js';
import { sendJson } from './respond.js';

export const LIVENESS_PATH = '/healthz';
export const READINESS_PATH = '/readyz';

/** Asks no database: one that is unreachable is no reason to restart a process. */
export function addLiveness(server: FastifyInstance, app: Parts<'db'>): void {
  server.get(LIVENESS_PATH, (_request, reply) => {
    const why = findDead(app);
    return why.length === 0
      ? sendJson(reply, 200, { status: 'ok' })
      : sendJson(reply, 503, { status: 'not ready', why });
  });
}

/** Whether calls should be sent to this process. */
export function addReadiness(
  server: FastifyInstance,
  app: Parts<'clock' | 'db' | 'secret' | 'stopping'>,
): void {
  server.get(READINESS_PATH, async (_request, reply) => {
    const why = await findUnready(app);
    return sendJson(reply, why.length === 0 ? 200 : 503, {
      status: why.length === 0 ? 'ready' : 'not ready',
      why: [...why, ...findWarnings(app)],
    });
  });
}

import { apiError } from '#domain/api-error.js';
import { type Call, header } from '../call.js';
import { preflightHeaders } from './allow-origin.js';

/**
 * Step 4: every method but GET is rejected with `Allow: GET`. An OPTIONS preflight from an allowed
 * site is the one exception.
 */
export async function requireGet(call: Call): Promise<void> {
  if (call.request.method === 'GET') return;
  const origin = header(call, 'origin');
  const preflight = call.request.method === 'OPTIONS' && origin !== undefined;
  if (!preflight || !call.allowedOrigins.includes(origin)) throw apiError('method_not_allowed');
  await call.reply.code(204).headers(preflightHeaders(origin)).send();
}

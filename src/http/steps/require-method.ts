import { apiError } from '#domain/api-error.js';
import { type Call, header, type Target } from '../call.js';
import { preflightHeaders } from './allow-origin.js';

/**
 * Step 4: a method that the path does not accept is rejected with `Allow`; searches, jobs and pages
 * accept GET only. An OPTIONS preflight from an allowed site is the one exception.
 */
export async function requireMethod(call: Call): Promise<void> {
  const { method } = call.request;
  const allowed = methodsOf(call.target);
  if (allowed.includes(method)) return;
  const origin = header(call, 'origin');
  const isPreflight = method === 'OPTIONS' && origin !== undefined;
  if (isPreflight && call.allowedOrigins.includes(origin)) {
    await call.reply.code(204).headers(preflightHeaders(origin, allowed)).send();
    return;
  }
  const list = allowed.join(', ');
  if (list === 'GET') throw apiError('method_not_allowed');
  call.reply.header('allow', list);
  throw apiError('method_not_allowed', { message: `This path accepts ${list}.` });
}

function methodsOf(target: Target | undefined): readonly string[] {
  if (target?.to === 'operation') return target.methods;
  return target?.to === 'mcp' || target?.to === 'visit' ? ['POST'] : ['GET'];
}

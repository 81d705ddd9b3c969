/** Entry point of the sandbox: serves the synthetic data and its portals on one loopback server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { assert } from '#base/assert.js';
import { answerControl } from './control.js';
import { truthOf } from './control-truth.js';
import { isForeign, jsonReply, readBody, send, URL_CHARS_MAX } from './http.js';
import type { SandboxOptions } from './options.js';
import type { GroundTruthQuery, PortalName, TruthRow } from './portal.js';
import { answerPortal } from './serve-portal.js';
import { type SandboxServer, serveRequests } from './server.js';
import { openState, type SandboxState } from './state.js';
import type { WorldClock } from './world-clock.js';

export interface Sandbox extends SandboxServer {
  /** The base address of each open portal. */
  readonly urls: Readonly<Partial<Record<PortalName, string>>>;
  /** The time of the data: the process's until it is set. */
  readonly clock: WorldClock;
  /** What a perfect collector finds at a time, by id; fails above two million homes. */
  truth(source: PortalName, question: GroundTruthQuery): Promise<readonly TruthRow[]>;
}

export type { SandboxOptions } from './options.js';
export type { GroundTruthQuery, PortalName, TruthRow } from './portal.js';

const CONTROL = '__sandbox';

/** Opens the sandbox; resolves when it listens. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const state = openState(options);
  const { url, close } = await serveRequests(options, state.closing, (request, response) =>
    answer(state, request, response),
  );
  return {
    url,
    urls: Object.fromEntries([...state.portals.keys()].map((name) => [name, `${url}/${name}`])),
    clock: state.world,
    truth: (source, question) => groundTruth(state, source, question),
    close,
  };
}

async function groundTruth(
  state: SandboxState,
  source: PortalName,
  question: GroundTruthQuery,
): Promise<readonly TruthRow[]> {
  const portal = state.portals.get(source);
  assert(portal !== undefined, `the sandbox has no portal of ${source}`);
  const rows = await truthOf(portal, question);
  assert(rows !== undefined, 'the box of a ground truth holds at most two million homes');
  return rows;
}

async function answer(
  state: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? '/';
  if (target.length > URL_CHARS_MAX) return send(response, { status: 414, text: 'too long' });
  assert(target.startsWith('/'), 'node hands over request targets that begin with a slash');
  const url = new URL(`http://sandbox.invalid${target}`);
  const body = await readBody(request);
  if (body === undefined) return send(response, { status: 413, text: 'the body is too large' });
  const [, first = ''] = url.pathname.split('/', 2);
  const path = url.pathname.slice(first.length + 1);
  const { method = 'GET', headers } = request;
  const asked = { method, path, query: url.searchParams, body, headers };
  if (first === CONTROL) {
    const reply = isForeign(request)
      ? jsonReply(403, { error: 'a page of another site gives no orders here' })
      : await answerControl(state, asked);
    return send(response, reply);
  }
  const reply = await answerPortal(state, first, asked);
  // A hanging fault sends no reply; the connection ends with the sandbox.
  return reply === undefined ? undefined : send(response, reply);
}

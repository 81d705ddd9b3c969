import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { BASE_PATH } from '#contract/envelope.js';
import { REQUEST_HEAD_BYTES_MAX } from '#contract/limits.js';
import { apiError } from '#domain/api-error.js';
import { isTestKey } from '#domain/api-key.js';
import { bearerKey } from '#service/accounts/admit-caller.js';
import type { App, Parts } from '#service/app.js';
import { CallerGone } from '#service/caller-gone.js';
import type { Call, McpOptions } from './call.js';
import { type ConsoleOptions, serveConsole } from './console.js';
import { addDocsPage } from './docs-page.js';
import { callerOf, type EndedCall, endCall, errorOf } from './end-call.js';
import { idOfFastPath, takeFastPath } from './fast-path.js';
import { addLiveness, addReadiness } from './health.js';
import { addMailPages } from './mail-pages.js';
import { answer } from './pipeline.js';
import { endUnread } from './presence.js';
import { noteResponse, rejectBroken, rejectHostless, rejectTunnel } from './reject-broken.js';
import { isHostless, toOriginForm } from './request-target.js';
import { sendError } from './respond.js';
import { SAFE_HEADERS } from './safe-headers.js';

export interface ServerOptions {
  readonly allowedOrigins: readonly string[];
  /** Absent: no console, and `/` is an unknown path. */
  readonly console?: ConsoleOptions;
  /** The application behind test keys; null if none exists. */
  readonly testApp?: () => Promise<App | null>;
  /** Absent: no MCP endpoint; its path is unknown. */
  readonly mcp?: McpOptions;
  /** Whether this is a public demo; not when absent. */
  readonly isDemo?: boolean;
  /** Proxies whose X-Forwarded-For names the caller; none when absent. */
  readonly trustedProxies?: readonly string[];
}

const KEEP_ALIVE_MS = 65_000;
/** How often connections are checked for requests that take too long to arrive. */
const CHECK_EVERY_MS = 1_000;

/** The API listener: the contract below BASE_PATH, and a few pages beside it. Not yet listening. */
export function apiServer(app: App, options: ServerOptions): FastifyInstance {
  const server = fastify({
    logger: false,
    trustProxy: [...(options.trustedProxies ?? [])],
    // Values are taken exactly as sent.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allowUnionTypes: true } },
    serverFactory: (pipeline) => openServer(app, takeFastPath(app, pipeline)),
    forceCloseConnections: 'idle',
    // A call on a connection made before the stop is answered like any other; the framework's own
    // 503 is not an error of the contract.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => rejectBroken(app, error, socket),
    // A path that cannot be decoded reaches no hook, so step 1 runs here.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...SAFE_HEADERS, 'x-request-id': app.ids.uuid() });
      void answerApi(app, options, request, reply);
    },
  });
  // Step 1: the request id, before any step can reject the call. It becomes the id of the job.
  server.addHook('onRequest', (request, reply, done) => {
    const requestId = idOfFastPath(request.raw) ?? app.ids.uuid();
    reply.headers({ ...SAFE_HEADERS, 'x-request-id': requestId });
    if (isHostless(request.raw)) rejectHostless(reply);
    else app.traces.begin(request.raw, done);
  });
  // A connection kept alive would delay the end of the service until its caller closes it.
  server.addHook('onSend', async (_request, reply) => {
    if (app.stopping.aborted) reply.header('connection', 'close');
  });
  server.addHook('onResponse', (request, reply, done) => {
    endCall(app, endedCall(request, reply));
    done();
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
  addLiveness(server, app);
  addReadiness(server, app);
  if (options.console !== undefined) serveConsole(server, options.console);
  addMailPages(server, app);
  addDocsPage(server, { hasConsole: options.console !== undefined });
  server.all(`${BASE_PATH}/*`, (request, reply) => answerApi(app, options, request, reply));
  server.setNotFoundHandler((request, reply) =>
    isPage(server, request)
      ? sendError(reply.header('allow', PAGE_METHODS), wrongMethod(), app.log)
      : answerApi(app, options, request, reply),
  );
  server.setErrorHandler((error, request, reply) =>
    isOfBody(error) ? answerApi(app, options, request, reply) : sendError(reply, error, app.log),
  );
  return server;
}

/** Methods of the pages and files beside the API, and of the checks of orchestrators. */
const PAGE_METHODS = 'GET, HEAD';

const wrongMethod = () =>
  apiError('method_not_allowed', { message: `This path accepts ${PAGE_METHODS}.` });

/** Whether a path that this method does not reach is one of them. */
const isPage = (server: FastifyInstance, { method, raw }: FastifyRequest): boolean =>
  !PAGE_METHODS.includes(method) &&
  server.hasRoute({ method: 'GET', url: raw.url?.split('?')[0] ?? '' });

/** What is logged and counted for a call. */
function endedCall({ raw }: FastifyRequest, reply: FastifyReply): EndedCall {
  const cacheStatus = reply.getHeader('cache-status');
  return {
    request: raw,
    requestId: String(reply.getHeader('x-request-id')),
    status: reply.statusCode,
    tookMs: reply.elapsedTime,
    cacheStatus: cacheStatus === undefined ? undefined : String(cacheStatus),
    replayed: reply.hasHeader('idempotent-replayed'),
    caller: callerOf(raw),
    error: errorOf(raw),
    credits: creditsOf(reply),
  };
}

/** The credits that an answer says its call was charged. */
function creditsOf(reply: FastifyReply): number | undefined {
  const charged = reply.getHeader('x-credits-charged');
  return charged === undefined ? undefined : Number(charged);
}

/** An HTTP/1.1 listener with our limits. Bodies are not read, but none may be sent forever. */
function openServer(app: Parts<'clock' | 'ids' | 'limits'>, listen: RequestListener): Server {
  const begin: RequestListener = (request, response) => {
    noteResponse(response);
    response.on('timeout', () => endUnread(response));
    toOriginForm(request);
    listen(request, response);
  };
  const timeoutMs = app.limits.REQUEST_S * 1000;
  const server = createServer(
    {
      maxHeaderSize: REQUEST_HEAD_BYTES_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requestTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      // Node's own error has no id and no body.
      requireHostHeader: false,
    },
    begin,
  );
  server.timeout = app.limits.UNREAD_S * 1000;
  // A caller may close its sending side after a request and still read the answer. Node has this
  // switch in every release line, undocumented; test/half-open.test.ts checks it.
  Object.assign(server, { httpAllowHalfOpen: true });
  // An unknown expectation is ignored, as RFC 9110 allows: Node's own 417 has no id and no body.
  server.on('checkExpectation', begin);
  server.on('connect', (_request, socket) => rejectTunnel(app, socket));
  spareSilent(server);
  return server;
}

/**
 * A connection that has sent nothing when the service stops may still send its call, which is
 * answered: from version 26 on, Node counts it as idle. One that stays silent ends with the others.
 */
function spareSilent(server: Server): void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const silent = [...open].filter(({ bytesRead }) => bytesRead === 0);
    for (const socket of silent) socket.destroy = () => socket;
    closeIdle();
    for (const socket of silent) Reflect.deleteProperty(socket, 'destroy');
  };
}

/** The framework's errors about bodies and their types: no step needs them, as none is read. */
const isOfBody = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^FST_ERR_(CTP_|ROUTE_MISSING_CONTENT_TYPE)/.test(String(error.code));

async function answerApi(
  app: App,
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = '', ...rest] = request.raw.url?.split('?') ?? [];
  try {
    const call: Call = {
      app: await appOf(app, options, request),
      allowedOrigins: options.allowedOrigins,
      mcp: options.mcp,
      isDemo: options.isDemo === true,
      request,
      reply,
      requestId: String(reply.getHeader('x-request-id')),
      path,
      queryText: rest.join('?'),
    };
    await answer(call);
  } catch (error) {
    if (error instanceof CallerGone) {
      reply.hijack();
      // A connection whose caller has closed one side only would otherwise stay.
      request.raw.socket.destroy();
    } else sendError(reply, error, app.log);
  }
  return reply;
}

/** A test key is answered by the application behind it; without one the key is unknown. */
async function appOf(
  app: App,
  { testApp }: ServerOptions,
  { headers }: FastifyRequest,
): Promise<App> {
  const key = bearerKey(headers.authorization);
  if (key === undefined || testApp === undefined || !isTestKey(key)) return app;
  return (await testApp()) ?? app;
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { unescape } from 'node:querystring';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { OperatorError } from '#base/operator-error.js';
import { oneLine } from '#contract/one-line.js';
import { ApiError } from '#domain/api-error.js';
import { bearerKey } from '#service/accounts/admit-caller.js';
import type { TestService } from '#service/accounts/test-keys.js';
import type { App, Parts } from '#service/app.js';
import { Download, type MakeBackup, NO_BACKUP } from '#service/operations/download.js';
import { measure } from '#service/operations/metrics.js';
import { METRICS_PATH, METRICS_TYPE } from '../metrics-server.js';
import { isOwnHost } from '../own-host.js';
import { IMPORT_TYPE } from '../receive-import.js';
import { toOriginForm } from '../request-target.js';
import { sendJson } from '../respond.js';
import { SAFE_HEADERS } from '../safe-headers.js';
import { explain } from './fields.js';
import { PAGE_LINK, PAGE_PATH, servePage } from './page.js';
import type { AdminRoute } from './route.js';
import { ADMIN_ROUTES } from './routes.js';

export interface AdminOptions {
  readonly token: string;
  /** Host names besides loopback that requests may use for this listener, in lower case. */
  readonly hosts?: readonly string[];
  /** The application behind test keys; absent if none exists. */
  readonly testService?: TestService;
  /** The demo key with a link to the console; null if none exists. */
  readonly demoKey?: () => object | null;
  /** Backs up the running store; absent if none exists. */
  readonly makeBackup?: MakeBackup;
  /** The version of this service. */
  readonly version?: string;
}

/**
 * The operator's listener: loopback only, one token. Every route is a row of ADMIN_ROUTES; bodies
 * are checked against their schema before a use case sees them. It also serves the page for
 * operators.
 */
export function adminServer(app: App, options: AdminOptions): FastifyInstance {
  const server = fastify({
    logger: false,
    forceCloseConnections: true,
    // A missing Host is answered below, with a message.
    http: { requireHostHeader: false },
    rewriteUrl: (request) => {
      toOriginForm(request);
      return request.url === PAGE_LINK ? PAGE_PATH : (request.url ?? '/');
    },
    // Values are taken exactly as sent: null is not 0, and a misspelt name is an error.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    routerOptions: { maxParamLength: PARAM_CHARS_MAX },
    // Such a path reaches no hook.
    frameworkErrors: (error, _request, reply) => {
      void fail(reply.headers(SAFE_HEADERS), error.statusCode ?? 400, UNREADABLE_PATH);
    },
  });
  // A file is streamed, and bounded by its route.
  server.addContentTypeParser(IMPORT_TYPE, (_request, body, done) => done(null, body));
  const open = new Set<string>([METRICS_PATH]);
  guard(server, options, open);
  servePage(server, (path) => open.add(path));
  addRoutes(server, app, options);
  server.setNotFoundHandler((_request, reply) => fail(reply, 404, 'No such admin route exists.'));
  server.setErrorHandler((error, _request, reply) => answerFault(app, error, reply));
  return server;
}

/** Longest name of a dataset. */
const PARAM_CHARS_MAX = 200;
const UNREADABLE_PATH = `The path is invalid: a part is longer than ${PARAM_CHARS_MAX} characters, or a percent sign starts no code.`;

/** Accepts only our own host names and, but for the open paths (metrics, page files), the token. */
function guard(server: FastifyInstance, options: AdminOptions, open: ReadonlySet<string>): void {
  const expected = digest(options.token);
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(SAFE_HEADERS);
    const { host } = request.headers;
    if (host === undefined || host === '') {
      return fail(reply, 400, 'The request has no Host header. Send the host of this listener.');
    }
    if (!isOwnHost(host, options.hosts ?? [])) return fail(reply, 421, foreign(host));
    if (open.has(request.routeOptions.url ?? '')) return;
    const sent = bearerKey(request.headers.authorization) ?? '';
    if (timingSafeEqual(digest(sent), expected)) return;
    return fail(
      reply,
      401,
      'The admin token is missing or wrong. Set ROWHOUSE_ADMIN_TOKEN, or run the command on the machine with the data directory.',
    );
  });
}

/** A listener without test keys creates none. */
const NO_TEST_KEYS: TestService = {
  open: () => Promise.reject(new OperatorError('Test keys are not available here.')),
  find: async () => null,
};

function addRoutes(server: FastifyInstance, app: App, options: AdminOptions): void {
  const {
    testService = NO_TEST_KEYS,
    makeBackup = noBackup,
    demoKey = () => null,
    version = '',
  } = options;
  server.get(METRICS_PATH, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(await measure(app)),
  );
  for (const route of ADMIN_ROUTES) {
    server.route({
      method: route.method,
      url: `/admin${route.url}`,
      handler: async (request, reply) => {
        const wrong = wrongInput(request, route);
        if (wrong !== null) return fail(reply, wrong.status, wrong.message);
        const result = await route.run(app, {
          params: (request.params ?? {}) as Record<string, string>,
          query: (request.query ?? {}) as Record<string, string>,
          body: request.body,
          gone: goneSignal(reply),
          testService,
          makeBackup,
          demoKey,
          version,
          by: operatorOf(request.headers[OPERATOR_HEADER]),
        });
        return result instanceof Download ? sendFile(reply, result) : sendJson(reply, 200, result);
      },
    });
  }
}

/**
 * Status and message for the first value that breaks its schema; null if none does. A schema is
 * compiled at the first call of its route: a start calls none, and would wait for all.
 */
function wrongInput(request: FastifyRequest, { params, body, query }: AdminRoute) {
  const inputs = [
    [params, request.params],
    [body, request.body],
    [query, request.query],
  ] as const;
  for (const [schema, value] of inputs) {
    const check = schema && request.compileValidationSchema(schema);
    if (check?.(value ?? null) === false) return explain(check.errors?.[0]);
  }
  return null;
}

const noBackup: MakeBackup = () => Promise.reject(new OperatorError(NO_BACKUP));

/** The note about a file precedes its bytes, percent-encoded in a header. */
const sendFile = (reply: FastifyReply, { note, bytes }: Download) =>
  reply
    .header('rowhouse-note', encodeURIComponent(JSON.stringify(note)))
    .type('application/octet-stream')
    .send(bytes);

/** The name that an operator gives; all share one token, so nothing proves it. */
const OPERATOR_HEADER = 'rowhouse-operator';
const OPERATOR_CHARS_MAX = 100;
const UNNAMED = 'unnamed';

/** The header's value, percent-decoded, without characters that could steer a terminal. */
function operatorOf(header: string | readonly string[] | undefined): string {
  const text = typeof header === 'string' ? unescape(header) : '';
  const name = oneLine(text).trim();
  return name === '' ? UNNAMED : name.slice(0, OPERATOR_CHARS_MAX);
}

/** Aborts when the connection ends before the answer is sent. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.on('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function answerFault(app: Parts<'log'>, error: unknown, reply: FastifyReply) {
  if (error instanceof OperatorError) {
    return fail(reply, error.isOfFile ? 422 : 404, error.message);
  }
  if (error instanceof ApiError) return fail(reply, error.http, error.message);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500)
    return fail(reply, status, error instanceof Error ? error.message : 'bad request');
  app.log.error({ err: error }, 'an admin call failed with an internal error');
  return fail(reply, 500, 'The service failed; the log has the cause.');
}

const foreign = (host: string): string =>
  `The operator's listener does not accept the host ${JSON.stringify(host)}. Use localhost or 127.0.0.1, or add the name to ROWHOUSE_ADMIN_HOSTS.`;

const fail = (reply: FastifyReply, status: number, message: string) =>
  sendJson(reply, status, { error: { message } });

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

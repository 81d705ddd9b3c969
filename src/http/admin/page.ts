/**
 * The operator's page at `/` and `/operator` of the operator's listener: built files without any
 * data of this service. The page requests its data with the token, like the commands.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { builtFile } from '#base/program-files.js';
import { serveFiles } from '../static-files.js';

const BUILT = builtFile('operator');
const PAGE_FILE = 'operator.html';

/** Nothing but this listener: no other host, inline script or style, framing or submitted form. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** The link that people use, and the path of the file. */
export const PAGE_LINK = '/operator';
export const PAGE_PATH = `/${PAGE_FILE}`;

/** Adds the page; `open` gets each path that needs no token. Unbuilt, it says what to run. */
export function servePage(server: FastifyInstance, open: (path: string) => void): void {
  if (existsSync(join(BUILT, PAGE_FILE))) {
    serveFiles(server, { root: BUILT, headers: HEADERS, index: PAGE_FILE, onPath: open });
    return;
  }
  for (const path of ['/', PAGE_PATH]) {
    open(path);
    server.get(path, (_request, reply) =>
      reply.headers(HEADERS).type('text/plain').send(NOT_BUILT),
    );
  }
}

const NOT_BUILT =
  'The operator page is not built: run "npm run build" and start the service again.\n';

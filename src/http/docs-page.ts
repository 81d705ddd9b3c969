/**
 * The documents at /docs, as the build made them, and the API reference at /docs/reference: our own
 * OpenAPI document in the OpenAPI Explorer web component.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { builtFile } from '#base/program-files.js';
import { BASE_PATH } from '#contract/envelope.js';
import { OPENAPI_PATH } from '#contract/routes.js';
import { documentForDocs } from './docs-document.js';
import { type FixedBody, sendFixed, toFixed } from './fixed-body.js';
import { DOCUMENT_PATH, EXPLORER_PATH, REFERENCE_PATH, referencePage } from './reference-page.js';

const DOCS_PATH = '/docs';
const ROOT_OPENAPI = '/openapi.json';
/** The documents for language models. */
const ROOT_LIST = '/llms.txt';
const MOVED = 308;
/** Pages that the reference replaces; browsers keep the place in the address. */
const MOVED_PAGES: Readonly<Record<string, string>> = {
  interface: 'api',
  operations: 'api',
  routes: 'api',
  fields: 'api/search',
};

/** Nothing but this service: no other host, no inline script or style, no framing. */
const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
const headersWith = (style: string) => ({
  'content-security-policy': policyOf(style),
  'referrer-policy': 'no-referrer',
});
const OF_DOCUMENTS = headersWith("'self'");
/** Web components style themselves inline. */
const OF_REFERENCE = headersWith("'self' 'unsafe-inline'");

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

const BUILT = builtFile('docs');

export interface DocsOptions {
  /** Whether this service has a console: the page linked back to, which also gets the demo key. */
  readonly hasConsole: boolean;
  /** Where the build put the documents and the viewer. */
  readonly folder?: string;
}

/** Adds the pages, the viewer and its document. Unbuilt, a page shows what to run. */
export function addDocsPage(app: FastifyInstance, options: DocsOptions): void {
  const { hasConsole, folder = BUILT } = options;
  for (const { path, body, headers } of documentsOf(folder, hasConsole))
    app.get(path, (request, reply) =>
      sendFixed(reply, body, request.headers['if-none-match'], headers),
    );
  // Where tools look first.
  app.get(ROOT_OPENAPI, (_request, reply) => reply.redirect(BASE_PATH + OPENAPI_PATH, MOVED));
  app.get(ROOT_LIST, (_request, reply) => reply.redirect(DOCS_PATH + ROOT_LIST, MOVED));
  app.get(`${DOCS_PATH}/`, (_request, reply) => reply.redirect(DOCS_PATH, MOVED));
  for (const [from, to] of Object.entries(MOVED_PAGES))
    for (const end of ['', '.md'])
      app.get(`${DOCS_PATH}/${from}${end}`, (_request, reply) =>
        reply.redirect(`${DOCS_PATH}/${to}${end}`, MOVED),
      );
}

interface Document {
  readonly path: string;
  readonly body: FixedBody;
  readonly headers: typeof OF_DOCUMENTS;
}

/** Read once: the listeners of a process show the same documents. */
function documentsOf(folder: string, hasConsole: boolean): readonly Document[] {
  const key = `${hasConsole} ${folder}`;
  const documents = read.get(key) ?? [
    ...documentsIn(join(folder, 'site'), hasConsole),
    ...referenceIn(folder, hasConsole),
  ];
  read.set(key, documents);
  return documents;
}
const read = new Map<string, readonly Document[]>();

/** The API reference, and with its viewer the document that it shows. */
function referenceIn(folder: string, hasConsole: boolean): Document[] {
  const made = (path: string, bytes: Buffer, type: string): Document => ({
    path,
    body: toFixed(bytes, TYPES[type] ?? ''),
    headers: OF_REFERENCE,
  });
  const explorerFile = join(folder, 'explorer.js');
  const hasViewer = existsSync(explorerFile);
  const page = made(REFERENCE_PATH, Buffer.from(referencePage(hasViewer, hasConsole)), '.html');
  if (!hasViewer) return [page];
  return [
    page,
    made(EXPLORER_PATH, readFileSync(explorerFile), '.js'),
    made(DOCUMENT_PATH, Buffer.from(JSON.stringify(documentForDocs())), '.json'),
  ];
}

/** Every file of the documents with its path; without any, one page that says how to build them. */
function documentsIn(site: string, hasConsole: boolean): Document[] {
  if (!existsSync(site)) {
    const page = Buffer.from(NOT_BUILT);
    return [{ path: DOCS_PATH, body: toFixed(page, TYPES['.html'] ?? ''), headers: OF_DOCUMENTS }];
  }
  return readdirSync(site, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const name = relative(site, file).split(sep).join('/');
      const page = name.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '');
      const bytes = readFileSync(file);
      return {
        path: page === '' ? DOCS_PATH : `${DOCS_PATH}/${page}`,
        body: toFixed(
          name.endsWith('.html') && !hasConsole ? withoutConsole(bytes) : bytes,
          TYPES[extname(name)] ?? 'application/octet-stream',
        ),
        headers: OF_DOCUMENTS,
      };
    });
}

/** Removes the link to the console where there is no console. */
const withoutConsole = (page: Buffer): Buffer =>
  Buffer.from(page.toString().replace(/<a class="to-console"[^>]*>[^<]*<\/a>/, ''));

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Rowhouse documentation</title></head>
<body><h1>Rowhouse documentation</h1>
<p>The documents are not built: run <code>npm run build</code> and start the service again.</p></body></html>
`;

/** Built files of a folder, each at its own path, with the headers of its pages. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { NO_STORE } from './safe-headers.js';

export interface StaticFiles {
  readonly root: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The file served at `/`. */
  readonly index: string;
  /** Called with the path of each file. */
  readonly onPath?: (path: string) => void;
}

const YEAR_S = 31_536_000;

/** Serves the files, as gzip where the build made that. They are listed once, at the start. */
export function serveFiles(app: FastifyInstance, options: StaticFiles): void {
  const { root, headers, index, onPath } = options;
  app.register(async (files) => {
    if (onPath !== undefined) files.addHook('onRoute', ({ url }) => onPath(url));
    // The files' own headers are set on the raw response; the common ones would replace them.
    files.addHook('onSend', async (_request, reply) => {
      const own = reply.raw.getHeader('cache-control');
      if (own !== undefined) reply.header('cache-control', own);
    });
    await files.register(fastifyStatic, {
      root,
      index: [index],
      // One route per file: every other path stays unknown.
      wildcard: false,
      globIgnore: ['**/*.gz'],
      preCompressed: true,
      cacheControl: false,
      // A range would be a 206, which no route answers (RFC 9110 allows a server to ignore Range).
      acceptRanges: false,
      decorateReply: false,
      setHeaders: (response, path) => {
        const all = { ...headers, 'cache-control': cacheOf(path) };
        for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
      },
    });
  });
}

/** Names under assets/ contain a content hash, so they never change; all else is revalidated. */
const cacheOf = (path: string): string =>
  /[/\\]assets[/\\][^/\\]+$/.test(path) ? `public, max-age=${YEAR_S}, immutable` : NO_STORE;

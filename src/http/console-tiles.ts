/** The operator's vector tiles at one path, in parts: browsers request the tiles that they show. */
import { basename, dirname, resolve } from 'node:path';
import send from '@fastify/send';
import type { FastifyInstance } from 'fastify';

export const TILES_PATH = '/console-tiles.pmtiles';

/** A longer part is truncated, as Content-Range says; a tile has some 100 KB. */
const PART_BYTES_MAX = 8 * 1024 * 1024;

/** Answers 206, 304, 416, or 200 and streams the whole file. The file may be replaced meanwhile. */
export function serveTiles(
  app: FastifyInstance,
  file: string,
  headers: Readonly<Record<string, string>>,
): void {
  const path = resolve(file);
  app.get(TILES_PATH, async (request, reply) => {
    const sent = await send(request.raw, encodeURIComponent(basename(path)), {
      root: dirname(path),
      dotfiles: 'allow',
      cacheControl: false,
      maxContentRangeChunkSize: PART_BYTES_MAX,
    });
    return reply
      .code(sent.statusCode)
      .headers({ ...sent.headers, ...headers })
      .header('content-type', 'application/vnd.pmtiles')
      .header('cache-control', 'no-cache')
      .send(sent.stream);
  });
}

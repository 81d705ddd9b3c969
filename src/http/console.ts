/**
 * The console at `/`: built files from `dist/console`, and the settings that a browser needs from
 * this service. It calls the API like any other client; nothing here reads or charges anything.
 */
import type { FastifyInstance } from 'fastify';
import { builtFile } from '#base/program-files.js';
import { STREETS_PATH, type StreetsOf, serveStreets } from './console-streets.js';
import { serveTiles, TILES_PATH } from './console-tiles.js';
import { sendJson } from './respond.js';
import { serveFiles } from './static-files.js';

export interface ConsoleOptions {
  /** Template of raster tiles for the base map, `https://…/{z}/{x}/{y}.png`; null for none. */
  readonly tilesUrl: string | null;
  /** PMTiles archive of the base map's vector tiles; null for none. */
  readonly tilesFile: string | null;
  /** The sandbox's streets, if all homes are in the sandbox; else null. Tiles take precedence. */
  readonly streets: StreetsOf | null;
  /** Whether every source is the built-in sandbox: its homes are synthetic data. */
  readonly sandbox: boolean;
  /** Whether a visitor gets a key from this service. */
  readonly demo: boolean;
  readonly version: string;
}

const ROOT = builtFile('console');

/** Serves the console's files and `/console-config.json`. Files are listed once, at the start. */
export function serveConsole(app: FastifyInstance, options: ConsoleOptions): void {
  const headers = pageHeaders(options.tilesUrl);
  const hasTiles = options.tilesUrl !== null || options.tilesFile !== null;
  const streets = hasTiles ? null : options.streets;
  app.get('/console-config.json', (_request, reply) => {
    reply.headers(headers);
    return sendJson(reply, 200, {
      tiles_url: options.tilesFile === null ? options.tilesUrl : TILES_PATH,
      streets_url: streets === null ? null : STREETS_PATH,
      sandbox: options.sandbox,
      demo: options.demo,
      version: options.version,
    });
  });
  if (streets !== null) serveStreets(app, streets, headers);
  if (options.tilesFile !== null) serveTiles(app, options.tilesFile, headers);
  serveFiles(app, { root: ROOT, headers, index: 'index.html' });
}

function pageHeaders(tilesUrl: string | null): Record<string, string> {
  const tiles = tilesUrl === null ? '' : ` ${new URL(tilesUrl.replaceAll(/[{}]/g, '')).origin}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${tiles}`,
    `connect-src 'self'${tiles}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };
}

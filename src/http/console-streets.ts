/** The invented streets of the sandbox for the console's map, one box per request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ALL_STREETS_BOX_DEGREES_MAX, STREETS_BOX_DEGREES_MAX } from '#contract/limits.js';
import { outOfRange } from '#domain/api-error.js';
import { JSON_TYPE } from './respond.js';

export const STREETS_PATH = '/console-streets';

/** Edges in decimal degrees. */
export interface StreetsBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The streets of a box as the text of a GeoJSON collection. */
export type StreetsOf = (box: StreetsBox, mainOnly: boolean) => Promise<string>;

/** Another start may use another seed, so browsers cache streets only briefly. */
const MAX_AGE_S = 300;
const SIDES = ['west', 'south', 'east', 'north'] as const;
const BOUNDS = { west: -180, south: -90, east: 180, north: 90 } as const;

export function serveStreets(
  app: FastifyInstance,
  streetsOf: StreetsOf,
  headers: Readonly<Record<string, string>>,
): void {
  app.get(STREETS_PATH, async (request, reply) => {
    const box = boxOf(request);
    const side = Math.max(box.east - box.west, box.north - box.south);
    const text = await streetsOf(box, side > ALL_STREETS_BOX_DEGREES_MAX);
    return reply
      .headers({ ...headers, 'content-type': JSON_TYPE })
      .header('cache-control', `private, max-age=${MAX_AGE_S}`)
      .send(text);
  });
}

function boxOf({ query }: FastifyRequest): StreetsBox {
  const values = query as Record<string, unknown>;
  const [west, south, east, north] = SIDES.map((side) => degreesOf(side, values[side]));
  const box = { west, south, east, north } as StreetsBox;
  if (box.west >= box.east) throw outOfRange('east', 'greater than west');
  if (box.south >= box.north) throw outOfRange('north', 'greater than south');
  const most = `at most ${STREETS_BOX_DEGREES_MAX} degrees away; use a smaller box`;
  if (box.east - box.west > STREETS_BOX_DEGREES_MAX) throw outOfRange('east', most);
  if (box.north - box.south > STREETS_BOX_DEGREES_MAX) throw outOfRange('north', most);
  return box;
}

function degreesOf(side: (typeof SIDES)[number], value: unknown): number {
  const most = Math.abs(BOUNDS[side]);
  const degrees = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : Number.NaN;
  if (Math.abs(degrees) <= most) return degrees;
  throw outOfRange(side, `one number from -${most} to ${most}, in decimal degrees`);
}

const DECIMAL = /^-?\d{1,3}(\.\d{1,15})?$/;

/**
 * portal_b over a small data set, for the tests beside this file. It has no tests; its name keeps
 * it out of the build.
 */
import assert from 'node:assert/strict';
import type { HomeEdges } from '../data/home.js';
import { ALBUQUERQUE, openScene } from '../few-zips.test.js';
import type { Behaviour, GroundTruthQuery } from '../portal.js';
import { openPortalB } from './index.js';

export interface Level {
  readonly level: number;
  readonly value?: unknown;
}
export interface Row {
  readonly [member: string]: unknown;
  readonly propertyId: number;
  readonly price: Level;
  readonly sqFt: Level;
  readonly streetLine: Level;
  readonly unitNumber: Level;
  readonly latLong: { readonly value?: { readonly latitude: number; readonly longitude: number } };
}
export interface Envelope {
  readonly resultCode: number;
  readonly errorMessage: string;
  readonly payload: {
    readonly [member: string]: unknown;
    readonly homes?: Row[];
    readonly originalHomes?: { readonly homes: Row[] };
    readonly nearbyHomes?: { readonly homes: Row[] };
  };
}
export type Filters = Readonly<Record<string, string | number>>;

const ROWS_MAX = 350;
const PAGES_MAX = 40;
export const QUESTION: GroundTruthQuery = {
  ...ALBUQUERQUE,
  kind: 'sold',
  soldWithinDays: 1_095,
  pending: false,
};
/** All parameters of a search for sales. */
export const soldIn = (days: number): Filters => ({ mpt: 99, status: 9, sold_within_days: days });
export const SOLD: Filters = soldIn(1_095);

export const ringOf = ({ west, south, east, north }: HomeEdges) =>
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
    .map((pair) => pair.join(' '))
    .join(',');

export function open(homes: number, behaviour: Partial<Behaviour> = {}) {
  const places = [
    { zip: '77002', homes },
    { zip: '87112', homes: 200 },
    { zip: '10001', homes: 60 },
  ];
  const scene = openScene(openPortalB, { places, towers: [] }, behaviour);
  const { portal } = scene;
  const ask = async (members: Filters, fault?: string) => {
    const query = new URLSearchParams(
      Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const path = '/stingray/api/gis';
    const answer = await portal.answer({ method: 'GET', path, query, body: '' }, fault);
    assert.equal(answer.status, 200);
    assert.equal(answer.prefix, '{}&&');
    return answer.json as Envelope;
  };
  const page = async (edges: HomeEdges, filters: Filters = SOLD, number = 1, rows = ROWS_MAX) => {
    const paging = { num_homes: rows, start: (number - 1) * rows, page_number: number };
    const envelope = await ask({ al: 1, v: 8, user_poly: ringOf(edges), ...paging, ...filters });
    assert.equal(envelope.resultCode, 0);
    return envelope;
  };
  const all = async (edges: HomeEdges, filters: Filters = SOLD, rows = ROWS_MAX) => {
    const found: Row[] = [];
    for (let at = 1; at <= PAGES_MAX; at += 1) {
      const next = homesOf(await page(edges, filters, at, rows));
      found.push(...next);
      if (next.length < rows) break;
    }
    return found;
  };
  return { ...scene, ask, page, all };
}

export const homesOf = ({ payload }: Envelope): Row[] =>
  payload.homes ?? payload.originalHomes?.homes ?? assert.fail('no homes');
export const idsOf = (rows: readonly Row[]) => [
  ...new Set(rows.map((row) => String(row.propertyId))),
];

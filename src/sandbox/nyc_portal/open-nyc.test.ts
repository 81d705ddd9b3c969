/**
 * nyc_portal over a small data set, for the tests beside this file. It has no tests; its name keeps
 * it out of the build.
 */
import assert from 'node:assert/strict';
import { NEW_YORK, openScene } from '../few-zips.test.js';
import type { Behaviour, GroundTruthQuery } from '../portal.js';
import { openNycPortal } from './index.js';

export interface Node {
  readonly [member: string]: unknown;
  readonly id: string;
  readonly street: string;
  readonly unit: string | null;
  readonly zipCode: string;
  readonly state: string;
  readonly price: number;
  readonly bedroomCount: number;
  readonly fullBathroomCount: number;
  readonly halfBathroomCount: number;
  readonly livingAreaSize: number | null;
  readonly geoPoint: { readonly latitude: number; readonly longitude: number };
}
export interface Edge {
  readonly __typename: string;
  readonly node: Node;
}
export interface Found {
  readonly totalCount: number;
  readonly search: { readonly criteria: string };
  readonly pageInfo: { readonly currentPage: number; readonly hasNextPage: boolean };
  readonly edges: Edge[];
}
export interface Answer {
  readonly data: Readonly<Record<string, Found>> | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}
export type Field = 'searchSales' | 'searchRentals';

const PAGES_MAX = 60;
export const QUESTION: GroundTruthQuery = {
  ...NEW_YORK,
  kind: 'listings',
  soldWithinDays: 0,
  pending: false,
};
export const MANHATTAN = { areas: [100] };

/** The query with its input as a variable. */
export const queryOf = (field: Field) =>
  `query ${field}($input: Input!) { ${field}(input: $input) { totalCount edges { node { id } } } }`;

export function open(homes: number, behaviour: Partial<Behaviour> = {}) {
  const places = [
    { zip: '10001', homes },
    { zip: '11201', homes: 300 },
    { zip: '07302', homes: 300 },
  ];
  const scene = openScene(openNycPortal, { places, towers: [] }, { hidden: 0, ...behaviour });
  const { portal } = scene;
  const send = async (body: object | string) => {
    const answer = await portal.answer({
      method: 'POST',
      path: '/',
      query: new URLSearchParams(),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    assert.equal(answer.status, 200);
    return answer.json as Answer;
  };
  const page = async (filters: object, more: object = {}, field: Field = 'searchSales') => {
    const input = { filters, page: 1, perPage: 500, adStrategy: 'NONE', ...more };
    const answer = await send({ query: queryOf(field), variables: { input } });
    return answer.data?.[field] ?? assert.fail(JSON.stringify(answer));
  };
  const all = async (filters: object, perPage = 500, field: Field = 'searchSales') => {
    const nodes: Node[] = [];
    for (let at = 1; at <= PAGES_MAX; at += 1) {
      const next = await page(filters, { page: at, perPage }, field);
      nodes.push(...organic(next));
      if (!next.pageInfo.hasNextPage) break;
    }
    return nodes;
  };
  return { ...scene, send, page, all };
}

export const organic = (found: Found): Node[] =>
  found.edges.filter((edge) => kindOf(edge).startsWith('Organic')).map((edge) => edge.node);
export const kindOf = ({ __typename: kind }: Edge): string => kind;
export const idsOf = (nodes: readonly Node[]) => nodes.map((node) => node.id).sort();

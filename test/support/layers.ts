/** Layers in tests: calls, and checks of answers against the document of layers. */
import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { layersDocument } from '#contract/openapi/layers-document.js';
import type { Answer, TestApp } from './open-test-app.js';

export interface LayerLink {
  readonly href: string;
  readonly rel: string;
  readonly type?: string;
}

export interface Features {
  readonly numberMatched?: number;
  readonly numberReturned: number;
  readonly timeStamp: string;
  readonly links: readonly LayerLink[];
  readonly features: readonly {
    readonly id: string;
    readonly geometry: { readonly coordinates: readonly [number, number] };
    readonly properties: Readonly<Record<string, string | number | boolean | null>>;
  }[];
}

type Json = Record<string, unknown>;

/** Schemas of OpenAPI 3.0 as JSON Schema: closed objects, and `nullable` as a type. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, $ref, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, closed(one)]),
  ) as Json;
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/schemas/', '#/$defs/') };
  const isClosed = rest.type === 'object' && 'properties' in rest;
  return {
    ...rest,
    ...(nullable === true && { type: [rest.type, 'null'] }),
    ...(isClosed && { additionalProperties: false }),
  };
}

const { schemas } = layersDocument('http://localhost').components as { schemas: Json };
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'layers', $defs: closed(schemas) as Json });

/** Fails unless a body has the shape of a schema of the document, and no member more. */
export function expectShape(schema: string, body: unknown): void {
  const validate = ajv.getSchema(`layers#/$defs/${schema}`);
  assert.ok(validate, schema);
  assert.ok(validate(body), `${schema}: ${ajv.errorsText(validate.errors).slice(0, 500)}`);
}

/** A page of a collection, checked. */
export async function featuresAt(
  t: TestApp,
  key: string,
  path: string,
  schema = 'features',
): Promise<Features> {
  const answer = await t.get(path.replace(/^http:\/\/[^/]+/, ''), key);
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
  assert.equal(answer.headers['content-type'], 'application/geo+json');
  const page = answer.json<Features>();
  expectShape(schema, page);
  assert.equal(page.numberReturned, page.features.length);
  return page;
}

/** All pages of a collection, by their links. */
export async function allPages(
  t: TestApp,
  key: string,
  path: string,
  schema?: string,
): Promise<Features[]> {
  const pages: Features[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const page: Features = await featuresAt(t, key, next, schema);
    pages.push(page);
    next = page.links.find(({ rel }) => rel === 'next')?.href;
    assert.ok(pages.length < 1_000, 'the pages end');
  }
  return pages;
}

/** The error of a rejected call: its status, code and parameter. */
export const errorIn = (answer: Answer) => {
  expectShape('error', answer.json());
  const { code, param } = answer.json<{ error: { code: string; param: string | null } }>().error;
  return [answer.statusCode, code, param] as const;
};

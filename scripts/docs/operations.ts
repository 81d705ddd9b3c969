// The operations of the OpenAPI document, as the reference and its code need them.
import { openApiDocument } from '#contract/openapi/document.js';
import type { Shape, Shapes } from './schema-table.js';
import type { Call } from './snippets.js';

/** A part of the document that may be named instead. */
export interface Named {
  readonly $ref?: string;
}
export interface Parameter extends Named {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Shape;
}
export interface Content {
  readonly schema: Shape;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}
export interface Response extends Named {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}
interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly 'x-credit-cost': number;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Response;
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Operation extends Call {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly needsKey: boolean;
  readonly credits: number;
  readonly parameters: readonly Parameter[];
  readonly body?: Response;
  readonly responses: Readonly<Record<string, Response>>;
}

export const DOCUMENT = openApiDocument();
export const SHAPES = DOCUMENT.components.schemas as Shapes;
export const TAGS = DOCUMENT.tags as readonly {
  readonly name: string;
  readonly description: string;
}[];

/** A component by its reference. */
export function named<T extends Named>(part: T): T {
  const [, , kind = '', name = ''] = part.$ref?.split('/') ?? [];
  return part.$ref === undefined ? part : ((DOCUMENT.components[kind] ?? {})[name] as T);
}

/** Every operation, in the order of the OpenAPI document. */
export const operations = (): Operation[] =>
  Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Described>>).map(([method, one]) => ({
      id: one.operationId,
      method: method.toUpperCase(),
      path,
      tag: one.tags[0] ?? '',
      summary: one.summary,
      description: one.description,
      needsKey: one.security === undefined,
      credits: one['x-credit-cost'],
      parameters: (one.parameters ?? []).map(named),
      ...(one.requestBody !== undefined && { body: one.requestBody }),
      responses: one.responses,
    })),
  );

/** Variables that every snippet uses. */
export const SETUP = {
  curl: 'export ROWHOUSE_BASE_URL=http://127.0.0.1:8080\nexport ROWHOUSE_API_KEY=YOUR_KEY',
  TypeScript: `import { Rowhouse } from 'rowhouse/client';

const rowhouse = new Rowhouse({
  baseUrl: process.env.ROWHOUSE_BASE_URL ?? '',
  apiKey: process.env.ROWHOUSE_API_KEY ?? '',
});`,
  Python: `import os
import secrets
import urllib.request

from rowhouse import Rowhouse

rowhouse = Rowhouse(os.environ["ROWHOUSE_BASE_URL"], os.environ["ROWHOUSE_API_KEY"])
key = secrets.token_hex(16)`,
} as const;

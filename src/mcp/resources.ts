/**
 * Resources: what an agent or its user may load beside the tools. Each is short and free, and reads
 * nothing but this service.
 */
import {
  type ListResourcesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { sourceExtras } from '#contract/extras.js';
import { ADDRESS_FIELDS, type Field } from '#contract/field.js';
import { LISTING_FIELDS, SOLD_FIELDS } from '#contract/fields.js';
import { oneLine } from '#contract/one-line.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { SOURCES, type SourceName } from '#contract/sources.js';
import { NOTE_REASONS } from '#contract/values.js';
import { sourceFacts } from './account-tools.js';
import { GUIDE } from './guide.js';
import type { ToolCall } from './tool.js';

interface Resource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly read: (app: ToolCall['app']) => string | Promise<string>;
}

const MARKDOWN = 'text/markdown';
const SCHEME = 'rowhouse://';

const RESOURCES: Readonly<Record<string, Resource>> = {
  [`${SCHEME}guide`]: {
    name: 'guide',
    title: 'Guide for agents',
    description: 'Which tool answers which question, and how to read the answers.',
    mimeType: MARKDOWN,
    read: () => GUIDE,
  },
  [`${SCHEME}sources`]: {
    name: 'sources',
    title: 'Sources',
    description: 'Every source with its state, its routes, filters and prices, as list_sources.',
    mimeType: 'application/json',
    read: async (app) => oneLine(JSON.stringify(await sourceFacts(app))),
  },
  [`${SCHEME}fields`]: {
    name: 'fields',
    title: 'Fields',
    description: 'The fields of rows, and the reasons why one is empty.',
    mimeType: MARKDOWN,
    read: renderFields,
  },
  ...Object.fromEntries(
    SOURCES.map((source): [string, Resource] => [
      `${SCHEME}fields/${source}`,
      {
        name: `fields of ${source}`,
        title: `Fields of ${source}`,
        description: `The fields in extras that only ${source} has.`,
        mimeType: MARKDOWN,
        read: () => renderExtras(source),
      },
    ]),
  ),
};

export const listResources = (): ListResourcesResult => ({
  resources: Object.entries(RESOURCES).map(([uri, { read: _read, ...about }]) => ({
    uri,
    ...about,
  })),
});

/** Throws the protocol's error of an unknown address. */
export async function readResource({ app }: ToolCall, uri: string): Promise<ReadResourceResult> {
  const resource = Object.hasOwn(RESOURCES, uri) ? RESOURCES[uri] : undefined;
  if (resource === undefined) throw new ResourceNotFoundError(uri);
  const text = await resource.read(app);
  return { contents: [{ uri, mimeType: resource.mimeType, text }] };
}

function renderFields(): string {
  return [
    '# Fields of rows',
    'Columns of tables are named like these; parts have dots, as in list_price.amount. "?" marks fields that may be null.',
    section('For sale, for rent, at auction', LISTING_FIELDS),
    section('Sold', SOLD_FIELDS),
    section('address', ADDRESS_FIELDS),
    ['## Why a field is empty', ...Object.entries(NOTE_REASONS).map(lineOf)].join('\n'),
  ].join('\n\n');
}

function renderExtras(source: SourceName): string {
  const routes = SEARCH_ROUTES.filter((route) => route.source === source);
  return [
    `# Fields in extras of ${source}`,
    ...routes.map(({ id, kind }) => section(id, sourceExtras(source, kind))),
  ].join('\n\n');
}

const section = (title: string, fields: readonly Field[]): string =>
  [
    `## ${title}`,
    ...fields.map(({ name, type, nullable, meaning }) => {
      const values = typeof type === 'string' ? type : type.join(' | ');
      return lineOf([`${name}${nullable ? '?' : ''} (${values})`, meaning]);
    }),
  ].join('\n');

const lineOf = ([name, meaning]: readonly [string, string]): string => `- ${name}: ${meaning}`;

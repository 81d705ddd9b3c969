/** A layer: a collection of features that can be read at once (docs/layers.md). */
import type { RowFeature } from '#contract/flat-rows.js';
import type { LayerFilter } from '#contract/layers.js';
import { apiError } from '#domain/api-error.js';
import type { Box } from '#domain/box.js';
import { hashOf } from '#domain/hash.js';
import type { LayerQuery } from '#domain/layer-query.js';
import type { Cluster } from '#domain/table.js';

/** A row as a feature, with an id that is unique in its layer. */
export type LayerFeature = RowFeature & { readonly id: string };

export interface LayerPage {
  readonly features: readonly LayerFeature[];
  /** All features of the query; null when they are too many to count. */
  readonly matched: number | null;
  /** Where the next page begins; null on the last one. */
  readonly cursor: string | null;
}

/** What must be shown beside the features of a layer, or some of them. */
export interface LayerRights {
  readonly title: string;
  readonly licence: string | null;
  readonly licence_url: string | null;
  readonly attribution: string | null;
}

/** Where and when its features lie, and who published them. */
export interface LayerFacts {
  /** Null without features. */
  readonly box: Box | null;
  /** First and last day; null where none is known. */
  readonly days: readonly [from: string | null, until: string | null];
  readonly rights: readonly LayerRights[];
}

/** A query that has a box. */
export type BoxedQuery = LayerQuery & { readonly box: Box };

/** What tiles of a layer are made of. */
export interface LayerTiles {
  /** Changes with the data; null where they change at any time. */
  readonly version: string | null;
  /** Clusters of the features of a query, `cells` of them on each side of its box. */
  grid(query: BoxedQuery, cells: number): Promise<readonly Cluster[]>;
}

export interface MapLayer {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly filters: readonly LayerFilter[];
  facts(): Promise<LayerFacts>;
  page(query: LayerQuery): Promise<LayerPage>;
  /** Its tiles; a finished search has none. */
  readonly tiles?: LayerTiles;
  /** A feature by its id; undefined when the layer has none. */
  feature(id: string): Promise<LayerFeature | undefined>;
}

/**
 * The place of a page, opaque to callers: base64url of its parts, which hold no line breaks, behind
 * a digest of them and of what the query asks for.
 */
export function writeLayerCursor(query: LayerQuery, parts: readonly (string | number)[]): string {
  const texts = parts.map(String);
  return Buffer.from([digestOf(query, texts), ...texts].join('\n')).toString('base64url');
}

/** The parts of a query's cursor. Throws invalid_cursor for a damaged or another query's one. */
export function readLayerCursor(query: LayerQuery, cursor: string): readonly string[] {
  const [digest, ...parts] = Buffer.from(cursor, 'base64url').toString().split('\n');
  const isOurs = digest === digestOf(query, parts) && !parts.some((part) => part.includes('\0'));
  if (isOurs) return parts;
  throw apiError('invalid_cursor', { param: 'cursor' });
}

/** It shows mistakes, so it needs no secret. */
const DIGEST_CHARS = 16;
const digestOf = (
  { box, from, until, bounds, values }: LayerQuery,
  parts: readonly string[],
): string => hashOf({ box, from, until, bounds, values, parts }).slice(0, DIGEST_CHARS);

const COUNT = /^\d{1,9}$/;

/** A whole number of a cursor. */
export function cursorNumber(text: string): number {
  if (!COUNT.test(text) || Number(text) > 2_147_483_647)
    throw apiError('invalid_cursor', { param: 'cursor' });
  return Number(text);
}

/** A count in a cursor: a dash where the first page had none. */
export const countText = (matched: number | null): string =>
  matched === null ? '-' : String(matched);
export const countOf = (text: string): number | null => (text === '-' ? null : cursorNumber(text));

/**
 * What we ask of any source. A source is a folder beside this file: index · request · read · to-row ·
 * fixtures. It knows its wire format, rows and boxes; it knows nothing of jobs or credits, and it
 * never goes out by itself: it describes a request, upstream.ts sends it.
 */
import type { RowOf } from '#contract/rows.js';
import type { Kind, SourceName } from '#contract/values.js';
import type { Box } from '#domain/box.js';
import type { RowRead } from '#domain/reading.js';
import type { Filters, Narrow } from '#domain/search.js';

/** One question to a source: one page of one box. `page` counts from 1. */
export interface Ask {
  readonly box: Box;
  readonly filters: Filters;
  readonly narrow: Narrow;
  readonly page: number;
  readonly nowMs: number;
}

/** What the source can show of one search. */
export interface Caps {
  /** Rows of a full page. */
  readonly page_rows: number;
  /** Pages that can be asked for. */
  readonly pages_max: number;
  /** Rows of one search that can be reached; a search with more hides some. */
  readonly rows_max: number;
  /** The smallest box side in microdegrees that the source tells apart. */
  readonly box_side_min: number;
}

/** A box of this side or more is as good as none: the source answers for whole regions of its own. */
const BOXLESS_SIDE_MIN = 1_000_000;

/** Whether the source can be asked for a box; else the area test alone says which rows belong. */
export const knowsBoxes = (caps: Caps): boolean => caps.box_side_min < BOXLESS_SIDE_MIN;

/** A request below the source's configured base address. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path and query string, starting with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A page as the source sent it. */
export interface SourcePage {
  readonly rows: readonly unknown[];
  /** Rows that the source says the whole search has; null when it does not say. */
  readonly total: number | null;
  /** Whether the source shows another page after this one. */
  readonly more: boolean;
}

/** Facts about the moment and page of a reading. */
export interface RowContext {
  readonly collectedAtMs: number;
  /** Origin of the source's public site, which relative page addresses are completed with. */
  readonly siteBase: string;
}

/** Reads one kind of row from one source. */
export interface Reader<S extends SourceName = SourceName, K extends Kind = Kind> {
  readonly caps: Caps;
  request(ask: Ask): UpstreamRequest;
  /** The page in `body`, the answer to `ask`; throws SourceError('changed', 'refused' or 'down'). */
  read(body: string, ask: Ask): SourcePage;
  /** One upstream row as a typed row. Never throws: a row that cannot be read is dropped as unreadable. */
  toRow(raw: unknown, context: RowContext): RowRead<RowOf<S, K>>;
}

/** What a page address tells of its home. */
export interface HomeOfUrl {
  readonly source_id: string;
  /** The ZIP in the address; null when it names none. */
  readonly zip: string | null;
}

export interface Source<S extends SourceName = SourceName> {
  readonly name: S;
  readonly readers: { readonly [K in Kind]?: Reader<S, K> };
  /** Reads the address of a home's page, where homes can be looked up by it. */
  readonly homeOfUrl?: (url: URL) => HomeOfUrl | null;
}

/**
 * Why a source gave nothing: `refused` (a 403 or a challenge page: a no), `busy` (429 until patience
 * ended), `down` (timeouts, broken connections, 5xx), `changed` (an answer whose shape no longer
 * fits), `unconfigured` (the operator named no address).
 */
export type SourceErrorKind = 'refused' | 'busy' | 'down' | 'changed' | 'unconfigured';

/** What a source says may name addresses. */
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]*/gi;
/** Control characters and halves of a character, which the database takes in no error. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]+/gu;

/** The world's fault: neither the caller's nor ours. The message is a sentence for the caller. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly kind: SourceErrorKind;
  constructor(kind: SourceErrorKind, message: string) {
    // A source's own words may name the upstream's address, which is nobody's business but the operator's.
    super(message.replaceAll(ADDRESS, '(an address)').replaceAll(UNPRINTABLE, ' '));
    this.kind = kind;
  }
}

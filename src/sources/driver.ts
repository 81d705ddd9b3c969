/**
 * The driver port: what a listing source is. A driver says what it can, turns a question into a request
 * (or answers it from a local table), reads an answer into rows, and a raw row into a typed row with
 * reasons. It knows its wire format, rows and areas; it knows nothing of jobs or credits, and it never
 * goes out by itself: src/collect/ sends its requests, counts, splits, checks and filters.
 */
import type { Row, RowOf } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { Box } from '#domain/box.js';
import type { ParsedRow, RowRead } from '#domain/parsed-row.js';
import type { PageRef } from '#domain/position.js';
import type { Filters, Subfilter } from '#domain/search.js';
import type { RowTable } from '#domain/table.js';
import type { AreaAsk, AreaForm } from './area-ask.js';
import type { Expectations } from './expectations.js';
import type { Importer } from './importer.js';
import type { SourceError } from './source-error.js';

export type { AreaAsk, AreaForm, LngLat } from './area-ask.js';
export {
  changedAnswer,
  elsewhereAnswer,
  SourceError,
  type SourceErrorKind,
} from './source-error.js';

/** How the pages of an answer are reached: by number, any of them at once, or each by its predecessor. */
export type Paging =
  | { readonly by: 'page'; readonly rows: number; readonly pages_max: number }
  | { readonly by: 'token'; readonly rows: number };

/** What a source can. */
export interface Capabilities {
  /** Ways in which it can be asked for an area; none: it answers with everything. */
  readonly areas: readonly AreaForm[];
  /** The smallest box side in microdegrees that it distinguishes; what it knows no boxes for needs none. */
  readonly box_side_min: number;
  /** Filters that it applies itself. All are applied again to every row. */
  readonly filters: readonly FilterName[];
  /** False where its price filter compares the last asking price of sales whose own price is not public. */
  readonly asks_undisclosed?: false;
  /** Sorts that it applies itself, over the whole of one question. */
  readonly sorts: readonly string[];
  /** Whether it says how many rows a question has. */
  readonly counts: boolean;
  readonly paging: Paging;
  /** Rows of one question that can be reached; a question with more hides some. Null: all can. */
  readonly rows_max: number | null;
}

export type FilterName = Exclude<keyof Filters, 'sort'>;

/** One question to a source: one page of one part of an area. */
export interface Question {
  readonly area: AreaAsk;
  readonly filters: Filters;
  readonly subfilter: Subfilter;
  readonly at: PageRef;
  readonly nowMs: number;
  /** How its area is written, of the driver's `spellings`; the first of them when absent. */
  readonly spelling?: string;
}

/** A request below the source's configured base address. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path and query string, starting with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What a source says of itself, asked before its first question and kept for a while. */
export interface Description {
  request(): UpstreamRequest;
  /** Throws SourceError. What it returns is for the driver alone. */
  read(body: string): unknown;
}

/** What is known of a source beside the question. */
export interface SourceProfile {
  /** What the operator set for this source alone, as its driver reads it. */
  readonly options: Readonly<Record<string, string>>;
  /** What the source said of itself; null where it says nothing. */
  readonly described: unknown;
}

export const NO_PROFILE: SourceProfile = { options: {}, described: null };

/** An answer that is not a 200. */
export interface FailedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** What a driver knows of such an answer better than HTTP says it. */
export interface AnswerFailure {
  /** Seconds to leave the source alone, where the answer names none of its own. */
  readonly wait_s?: number;
  /** Why it failed, in place of "rejected the request". */
  readonly error?: SourceError;
}

/** A page as the source sent it. */
export interface SourcePage {
  readonly rows: readonly unknown[];
  /** Rows that the source says the whole question has; null when it does not say. */
  readonly total: number | null;
  /** The page after this one; null on the last. */
  readonly next: PageRef | null;
  /** The page that begins behind a row of this one, where the source can be asked for rows after another. */
  readonly after?: (row: number) => PageRef | null;
}

/** Facts about the moment and page of a reading. */
export interface RowContext {
  readonly collectedAtMs: number;
  /** Origin of the source's public site, which relative page addresses are completed with. */
  readonly siteBase: string;
  /** The feed of the page, where several are read as one. */
  readonly feed?: string | undefined;
  /** The point of a ZIP, for homes that have none of their own; nothing where it is not known. */
  readonly pointOfZip?: (zip: string) => { readonly lat: number; readonly lng: number } | undefined;
}

export interface DriverBase<S extends SourceName, K extends Kind> {
  /** The feed that it reads, where its source has several; else the source's only one. */
  readonly feed?: string;
  readonly capabilities: Capabilities;
  /**
   * The version of the data and of how it is read: part of cache keys and of the scope of cursors, so
   * that pages of two versions never mix. A file import makes a new one.
   */
  version(): string;
  /** What its rows normally are; a table of our own needs none. */
  readonly expectations?: Expectations;
  /** Ids of the source's own places that cover a box; where `areas` has `named_place`. */
  placesIn?(box: Box): readonly string[];
  /** The day and channel in which a row offers its home: a sale in two channels is one row. Null where it names none. */
  saleOfRow?(row: ParsedRow<Row>): { readonly day: string; readonly channel: string } | null;
  /** The source's own place that a row names, as the source writes it; null when it names none. */
  placeOfRow?(row: ParsedRow<Row>): string | null;
  /**
   * The ids under which the homes of such a place are answered: its own where it has one, then those of the places
   * that hold it, the smallest first. Empty when the name is not known.
   */
  idsOfPlace?(name: string): readonly string[];
  /** The ids of the places that hold the place of an id, the smallest first. */
  placesAbove?(id: string): readonly string[];
  /** Ids of the source's own places that a ZIP touches, as far as maps tell; empty where that is not known. */
  placesOfZip?(zip: string): readonly string[];
  /** Boxes that hold every home of some of those places. */
  extentOf?(ids: readonly string[]): readonly Box[];
  /** One upstream row as a typed row. Never throws: a row that cannot be read is dropped as unreadable. */
  toRow(raw: unknown, context: RowContext): RowRead<RowOf<S, K>>;
}

/** A place that a source is asked for by an id of its own. */
export interface PlaceAsk {
  readonly form: 'zip' | 'city';
  /** The ZIP, or the normalized names of the city, the usual one first. */
  readonly names: readonly string[];
  /** Null for a ZIP. */
  readonly state: string | null;
}

/** A place in the source's own numbering; the token is opaque to everyone but its source. */
export interface SourcePlace {
  readonly token: string;
  /** The name that the source gives back for the token. */
  readonly label: string;
  /** Where the place lies, as the source says; null when it does not. */
  readonly box: Box | null;
}

export interface PlaceCheck {
  /** The request, below the source's own address. */
  request(token: string, ask: PlaceAsk, options: SourceProfile['options']): UpstreamRequest;
  /** What the token stands for; null when that is another place. Throws SourceError. */
  read(body: string, token: string, ask: PlaceAsk): SourcePlace | null;
}

/** How a source's own places are found. A wrong id never fails, it answers for another: all is checked. */
export interface SourcePlaces {
  /**
   * Whether a place is asked for only where the source answers boxes for another place. It is looked up at the source's
   * own address, and is asked for without a box.
   */
  readonly instead?: true;
  /** The token that an operator means, as in the example; null when a text cannot be one. */
  readToken(text: string, form: PlaceAsk['form']): string | null;
  readonly tokenExample: string;
  /** The request for a place's token, below the address of the source's places. */
  find(ask: PlaceAsk): UpstreamRequest;
  /** The token in the answer; null when the source knows no such place. Throws SourceError. */
  readFound(body: string, ask: PlaceAsk): string | null;
  /** Where a request shows what a token stands for; elsewhere the rows of the place alone do. */
  readonly check?: PlaceCheck;
}

/** A source that is reached over HTTP. */
export interface HttpDriver<S extends SourceName = SourceName, K extends Kind = Kind>
  extends DriverBase<S, K> {
  readonly over: 'http';
  /** What it can where its upstream has options; `capabilities` where it has none. */
  capabilitiesWith?(options: SourceProfile['options']): Capabilities;
  /** Where the source can be asked for its own places, inside boxes. */
  readonly places?: SourcePlaces;
  readonly description?: Description;
  /** Ways to write a box, the usual one first, where one that the source does not know brings another place. */
  readonly spellings?: readonly string[];
  request(question: Question, profile?: SourceProfile): UpstreamRequest;
  /** The page in `body`, the answer to `question`. Throws SourceError 'changed', 'refused' or 'down'. */
  read(body: string, question: Question, profile?: SourceProfile): SourcePage;
  /** What an answer other than 200 means, where the source says more than its status. */
  explain?(answer: FailedAnswer): AnswerFailure;
}

/** Rows that lie in a table of ours: no pace, no retries, no page cache. */
export interface TableDriver<S extends SourceName = SourceName, K extends Kind = Kind>
  extends DriverBase<S, K> {
  readonly over: 'table';
  query(question: Question, signal: AbortSignal, table: RowTable): Promise<SourcePage>;
}

/** Reads one kind of row from one feed. */
export type FeedDriver<S extends SourceName = SourceName, K extends Kind = Kind> =
  | HttpDriver<S, K>
  | TableDriver<S, K>;

/** Feeds of one source, read one after the other: a page is of one of them. */
export interface FeedsDriver<S extends SourceName = SourceName, K extends Kind = Kind>
  extends DriverBase<S, K> {
  readonly over: 'feeds';
  readonly feeds: readonly FeedDriver<S, K>[];
}

/** Reads one kind of row from one source. */
export type Driver<S extends SourceName = SourceName, K extends Kind = Kind> =
  | FeedDriver<S, K>
  | FeedsDriver<S, K>;

/** What a page address contains of its home. */
export interface HomeOfUrl {
  readonly source_id: string;
  /** The ZIP in the address; null when it names none. */
  readonly zip: string | null;
}

export interface Source<S extends SourceName = SourceName> {
  readonly name: S;
  readonly drivers: { readonly [K in Kind]?: FeedDriver<S, K> };
  /** Where rows come from files that the operator imports. */
  readonly importer?: Importer;
  /** Reads the address of a home's page, where homes can be looked up by it. */
  readonly homeOfUrl?: (url: URL) => HomeOfUrl | null;
}

/** The box of a question, for sources that are asked by box alone. */
export function boxOf({ area }: Pick<Question, 'area'>): Box {
  if (area.by !== 'box') throw new TypeError(`this driver supports boxes, not ${area.by}`);
  return area.box;
}

/** The page number of a question, for sources whose pages are numbered. */
export function pageNumber({ at }: Pick<Question, 'at'>): number {
  if (!('page' in at)) throw new TypeError('this driver supports page numbers');
  return at.page;
}

/**
 * The prices of a question as a closed range in whole dollars, as sources take them: a band [from, below) ends at
 * below - 1. `max` is null where nothing bounds it.
 */
export function priceRange({ filters, subfilter }: Pick<Question, 'filters' | 'subfilter'>) {
  const [from, below] = subfilter.price ?? [0, null];
  const last = below === null ? Infinity : Math.ceil(below) - 1;
  const max = Math.min(filters.max_price ?? Infinity, last);
  return {
    min: Math.max(filters.min_price ?? 0, Math.ceil(from)),
    max: max === Infinity ? null : max,
  };
}

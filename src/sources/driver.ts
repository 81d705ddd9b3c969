/**
 * The driver port: what a listing source is. A driver states its capabilities, turns a question
 * into a request (or answers it from a local table), reads an answer into rows, and a raw row into
 * a typed row with reasons. It knows its wire format, rows and areas, but no jobs or credits, and
 * never sends requests itself: src/collect/ sends them, counts, splits, checks and filters.
 */
import type { Row, RowOf } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { AreaTest } from '#domain/area.js';
import type { Box } from '#domain/box.js';
import type { ParsedRow, RowRead } from '#domain/parsed-row.js';
import type { PageRef } from '#domain/position.js';
import type { Filters, Subfilter } from '#domain/search.js';
import type { RowTable } from '#domain/table.js';
import type { AreaAsk, AreaForm } from './area-ask.js';
import type { Expectations } from './expectations.js';
import type { SourceError } from './source-error.js';

export type { AreaAsk, AreaForm, LngLat } from './area-ask.js';
export {
  changedAnswer,
  elsewhereAnswer,
  SourceError,
  type SourceErrorKind,
} from './source-error.js';

/**
 * How pages are addressed: by number, in any order (`repeats` if one may repeat rows of the one
 * before), or each by a token from its predecessor.
 */
export type Paging =
  | { readonly by: 'page'; readonly rows: number; readonly pages_max: number; repeats?: true }
  | { readonly by: 'token'; readonly rows: number };

/** The capabilities of a source. */
export interface Capabilities {
  /** Forms of areas that it takes; empty: it returns everything. */
  readonly areas: readonly AreaForm[];
  /** The smallest box side in microdegrees that it can distinguish; unused if it knows no boxes. */
  readonly box_side_min: number;
  /** Filters that it applies itself. All are applied again to every row. */
  readonly filters: readonly FilterName[];
  /** False if its price filter hides sales without a price, or compares their last asking price. */
  readonly asks_undisclosed?: false;
  /** Sorts that it applies itself, across all rows of a question. */
  readonly sorts: readonly string[];
  /** Whether it returns how many rows a question has. */
  readonly counts: boolean;
  readonly paging: Paging;
  /** Reachable rows of one question; a question with more hides some. Null: all. */
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
  /** The form of its area, one of the driver's `spellings`; the first one when absent. */
  readonly spelling?: string;
}

/** A request below the source's configured base address. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path and query string, starting with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether an answer other than a 200 is one too; it sees every answer. */
  accepts?(answer: FailedAnswer): boolean;
  /** What another one means, where its source's driver does not say it. */
  explain?(answer: FailedAnswer): AnswerFailure;
}

/** A source's self-description, requested before its first question and cached for a while. */
export interface Description {
  request(options: SourceProfile['options']): UpstreamRequest;
  /** Throws SourceError. What it returns is for the driver alone. */
  read(body: string, options: SourceProfile['options']): unknown;
}

/** What is known of a source besides the question. */
export interface SourceProfile {
  /** The operator's options for this source, as its driver reads them. */
  readonly options: Readonly<Record<string, string>>;
  /** The source's self-description; null where it has none. */
  readonly described: unknown;
}

export const NO_PROFILE: SourceProfile = { options: {}, described: null };

/** An answer that is not a 200. */
export interface FailedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** What a driver knows about such an answer beyond HTTP. */
export interface AnswerFailure {
  /** Seconds to pause the source if the answer names no time. */
  readonly wait_s?: number;
  /** Why it failed, instead of "rejected the request". */
  readonly error?: SourceError;
  /** The code of its error, for the error text. */
  readonly code?: string | undefined;
}

/** A page as the source sent it. */
export interface SourcePage {
  readonly rows: readonly unknown[];
  /** Rows that the source counts for the whole question; null when it sends no count. */
  readonly total: number | null;
  /** The page after this one; null on the last. */
  readonly next: PageRef | null;
  /** The page that begins after a row of this one, if the source supports that. */
  readonly after?: (row: number) => PageRef | null;
}

/** Facts about the time and page of a collection. */
export interface RowContext {
  readonly collectedAtMs: number;
  /** Origin of the source's public site, which completes relative page addresses. */
  readonly siteBase: string;
  /** The feed of the page, where several are read as one. */
  readonly feed?: string | undefined;
  /** The point of a ZIP, for homes without their own; undefined if unknown. */
  readonly pointOfZip?: (zip: string) => { readonly lat: number; readonly lng: number } | undefined;
}

export interface DriverBase<S extends SourceName, K extends Kind> {
  /** The feed that it reads, if its source has several; else the source's only one. */
  readonly feed?: string;
  readonly capabilities: Capabilities;
  /**
   * The version of the data and of its parsing: part of cache keys and of the scope of cursors, so
   * that pages of two versions never mix. A file import makes a new one.
   */
  version(): string;
  /** What its rows normally contain; a local table needs none. */
  readonly expectations?: Expectations;
  /** Ids of the source's own places that cover a box; if `areas` has `named_place`. */
  placesIn?(box: Box): readonly string[];
  /** The day and channel of a row's sale, or null: a sale in two channels is one row. */
  saleOfRow?(row: ParsedRow<Row>): { readonly day: string; readonly channel: string } | null;
  /** The source's own place that a row names, in its spelling; null when it names none. */
  placeOfRow?(row: ParsedRow<Row>): string | null;
  /** The ids that return its homes: its own, then of the places around it; empty if unknown. */
  idsOfPlace?(name: string): readonly string[];
  /** The ids of the places that contain the place of an id, the smallest first. */
  placesAbove?(id: string): readonly string[];
  /** Ids of the source's own places that a ZIP touches according to maps; empty if unknown. */
  placesOfZip?(zip: string): readonly string[];
  /** Boxes that contain every home of the given places. */
  extentOf?(ids: readonly string[]): readonly Box[];
  /** One upstream row as a typed row. Never throws: an unreadable row is dropped. */
  toRow(raw: unknown, context: RowContext): RowRead<RowOf<S, K>>;
}

/** A place to look up at a source by its own id. */
export interface PlaceAsk {
  readonly form: 'zip' | 'city';
  /** The ZIP, or the normalized names of the city, the usual one first. */
  readonly names: readonly string[];
  /** Null for a ZIP. */
  readonly state: string | null;
}

/** A place in the source's own numbering; only the source interprets the token. */
export interface SourcePlace {
  readonly token: string;
  /** The name that the source returns for the token. */
  readonly label: string;
  /** Where the place is according to the source; null when unknown. */
  readonly box: Box | null;
}

export interface PlaceCheck {
  /** The request, below the source's own address. */
  request(token: string, ask: PlaceAsk, options: SourceProfile['options']): UpstreamRequest;
  /** The place of the token; null when that is another place. Throws SourceError. */
  read(body: string, token: string, ask: PlaceAsk): SourcePlace | null;
}

/** How a source's own places are found. All are checked: a wrong id returns another place. */
export interface SourcePlaces {
  /**
   * Whether a place is requested only if the source answers boxes for another place. It is looked
   * up at the source's own address and requested without a box.
   */
  readonly instead?: true;
  /** The token in an operator's text, written as in the example; null when it cannot be one. */
  readToken(text: string, form: PlaceAsk['form']): string | null;
  readonly tokenExample: string;
  /** The request for a place's token, below the address of the source's places. */
  find(ask: PlaceAsk): UpstreamRequest;
  /** The token in the answer; null when the source knows no such place. Throws SourceError. */
  readFound(body: string, ask: PlaceAsk): string | null;
  /** The request that shows a token's place; without it only the place's rows do. */
  readonly check?: PlaceCheck;
}

/** A source reached over HTTP. */
export interface HttpDriver<S extends SourceName = SourceName, K extends Kind = Kind>
  extends DriverBase<S, K> {
  readonly over: 'http';
  /** Its capabilities under its upstream's options; `capabilities` without options. */
  capabilitiesWith?(options: SourceProfile['options']): Capabilities;
  /**
   * The version of what an upstream with these options holds; null where it has no rows of this
   * kind. Without this function, every upstream has rows of each kind, and the same ones.
   */
  dataIn?(options: SourceProfile['options']): string | null;
  /** Why an upstream with these options cannot be searched by such an area; null if it can. */
  refusal?(by: AreaTest['by'], options: SourceProfile['options']): string | null;
  /** Set if the source takes its own places, inside boxes. */
  readonly places?: SourcePlaces;
  readonly description?: Description;
  /** Ways to write a box, the usual one first; an unknown one returns another place. */
  readonly spellings?: readonly string[];
  request(question: Question, profile?: SourceProfile): UpstreamRequest;
  /** The page in `body`. Throws SourceError 'changed', 'refused' or 'down'. */
  read(body: string, question: Question, profile?: SourceProfile): SourcePage;
  /** What an answer other than 200 means, if the source says more than its status. */
  explain?(answer: FailedAnswer): AnswerFailure;
}

/** Rows in a local table: no pace, no retries, no page cache. */
export interface TableDriver<S extends SourceName = SourceName, K extends Kind = Kind>
  extends DriverBase<S, K> {
  readonly over: 'table';
  query(question: Question, signal: AbortSignal, table: RowTable): Promise<SourcePage>;
}

/** Reads one kind of row from one feed. */
export type FeedDriver<S extends SourceName = SourceName, K extends Kind = Kind> =
  | HttpDriver<S, K>
  | TableDriver<S, K>;

/** Feeds of one source, read one after the other: a page belongs to one of them. */
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
  /** The ZIP in the address; null when it has none. */
  readonly zip: string | null;
}

type Options = SourceProfile['options'];
export interface Source<S extends SourceName = SourceName> {
  readonly name: S;
  readonly drivers: { readonly [K in Kind]?: FeedDriver<S, K> };
  /** The operator's options, completed. Throws OperatorError for what the source does not have. */
  readOptions?(options: Options, headers: readonly string[]): Options;
  /** Reads the address of a home's page, where homes can be looked up by it. */
  readonly homeOfUrl?: (url: URL) => HomeOfUrl | null;
}

/** The box of a question, for sources that take only boxes. */
export function boxOf({ area }: Pick<Question, 'area'>): Box {
  if (area.by !== 'box') throw new TypeError(`this driver supports boxes, not ${area.by}`);
  return area.box;
}

/** The page number of a question, for sources with numbered pages. */
export function pageNumber({ at }: Pick<Question, 'at'>): number {
  if (!('page' in at)) throw new TypeError('this driver supports page numbers');
  return at.page;
}

/**
 * The prices of a question as a closed range in whole dollars, as sources take them: a band [from,
 * below) ends at below - 1. `max` is null when there is no upper bound.
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

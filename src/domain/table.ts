/** Rows in a local table: the columns they are found by, and the query for a page. */
import type { Kind, PropertyType } from '#contract/values.js';
import type { AreaOf } from './area.js';
import type { Box } from './box.js';
import type { Filters } from './search.js';

/** A row as it is stored. */
export interface TableRow {
  /** Unique in its dataset. */
  readonly source_id: string;
  /** The line or record of the file that it was read from. */
  readonly line: number;
  /** Microdegrees; null when the row has no point. */
  readonly x: number | null;
  readonly y: number | null;
  readonly zip: string | null;
  /** Normalised (domain/names.ts). */
  readonly city: string | null;
  readonly state: string | null;
  readonly county_fips: string | null;
  /** The date it is filtered and ordered by, YYYY-MM-DD; a listing may have none. */
  readonly day: string | null;
  readonly price: number | null;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly sqft: number | null;
  readonly property_type: PropertyType | null;
  readonly year_built: number | null;
  /** Whether a sale was at arm's length; null where its publisher does not say. */
  readonly arms_length: boolean | null;
  /** The JSON that the driver parses the row from, on one line. */
  readonly body: string;
}

export type TableArea =
  | AreaOf<'box' | 'city' | 'county'>
  | (AreaOf<'circle'> & { readonly box: Box })
  | { readonly by: 'postal_code'; readonly postal_code: string }
  /** Every row with a point. */
  | { readonly by: 'everywhere' };

/** Columns that a layer compares with one value. */
export type ExactColumn =
  | 'source_id'
  | 'price'
  | 'beds'
  | 'baths'
  | 'sqft'
  | 'property_type'
  | 'year_built'
  | 'zip'
  | 'state'
  | 'county_fips';
export type ExactValues = { readonly [C in ExactColumn]?: string | number };

/** In the order in which rows were stored, each row keeps its place even if it changes. */
export type TableOrder = TableSort | 'stored';

export const TABLE_SORTS = ['newest', 'price_high', 'price_low'] as const;
export type TableSort = (typeof TABLE_SORTS)[number];

/** Where a page begins: after this row of the order. */
export interface After {
  /** Its day or its price; null for a row without a price, and in the order of storing. */
  readonly value: string | number | null;
  readonly import_id: number;
  readonly line: number;
}

export interface TableQuery {
  readonly area: TableArea;
  readonly filters: Omit<Filters, 'sort' | 'sold_within_days'>;
  /** Rows of this day and later; null for all. */
  readonly since: string | null;
  /** Rows of this day and earlier; all when left out. */
  readonly until?: string | null;
  /** Values that columns must equal. */
  readonly exact?: ExactValues;
  readonly sort: TableOrder;
  /** Null for the first page. */
  readonly after: After | null;
  readonly limit: number;
}

/** A row as found. */
export interface FoundTableRow
  extends Pick<TableRow, 'source_id' | 'line' | 'day' | 'price' | 'body'> {
  readonly import_id: number;
}

/** Facts about the import of a row. */
export interface Provenance {
  readonly import_id: number;
  readonly dataset: string;
  readonly file_sha256: string;
  readonly imported_at: string;
  /** What its mapping says of the rights to its rows; left out where it says nothing. */
  readonly rights?: DatasetRights;
}

/** The terms under which a dataset was published, as its mapping states them. */
export interface DatasetRights {
  readonly licence?: string;
  readonly licence_url?: string;
  readonly attribution?: string;
}

/** The rows of a source in a local table, as its driver sees them. */
export interface RowTable {
  /** Identifies its contents; null while it is empty: then the source is unconfigured. */
  readonly version: string | null;
  readonly imports: readonly Provenance[];
  find(query: TableQuery): Promise<readonly FoundTableRow[]>;
  /** The total number of rows of a query; null when they are too many to count. */
  count(query: TableQuery): Promise<number | null>;
}

/** Where and when the rows of a table lie. */
export interface TableExtent {
  /** Rows with a point. */
  readonly rows: number;
  /** The box around all points; null without rows. */
  readonly box: Box | null;
  readonly earliest: string | null;
  readonly latest: string | null;
}

/** Points of a cell of a grid: how many, and their middle in degrees. */
export interface Cluster {
  readonly count: number;
  readonly lng: number;
  readonly lat: number;
}

/** The rows of imported files, as layers see them: of one dataset, or of all. */
export interface ImportedRows extends RowTable {
  /** The same of one dataset; null when no such dataset is imported. */
  ofDataset(dataset: string): ImportedRows | null;
  /** The total number of rows of a query; null when there are more than `max`. */
  countUpTo(query: TableQuery, max: number): Promise<number | null>;
  extent(): Promise<TableExtent>;
  /** Clusters of the rows of a query in a box, `cells` of them on each side. */
  grid(query: TableQuery, box: Box, cells: number): Promise<readonly Cluster[]>;
}

/** A place in a source's changes: after this row or, without a key, from this moment. */
export interface ChangeMark {
  /** The moment of the change, as the source writes it. */
  readonly at: string;
  readonly key: string | number | null;
}

/** A feed whose rows are in local tables, as searches see it. */
export type Replica =
  /** Its first pull is still running and has brought this many rows. */
  | { readonly ready: false; readonly rows: number }
  | {
      readonly ready: true;
      /** Identifies its tables: other tables have another order. A pull makes no new version. */
      readonly version: string;
      /** The tables hold the feed as of this moment. */
      readonly asOfMs: number;
      table(kind: Kind): RowTable;
    };

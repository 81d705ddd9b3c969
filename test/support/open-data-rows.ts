/** The table that a fake server of open data has, its faults, and the rows of a condition. */

export interface OpenRow {
  readonly id: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly x: number;
  readonly y: number;
  /** When it last changed, in milliseconds. */
  readonly editedMs: number;
}

export interface Faults {
  /**
   * Esri: the layer neither sorts nor cuts by itself: it gives all keys, and at most a page of a
   * range.
   */
  unsorted?: boolean;
  /** Rows of one answer, whatever is requested. */
  pageRows?: number;
  /** The layer says another page size than it has. */
  saidPageRows?: number;
  /** Where the sign of more rows is. */
  cutSign?: 'root' | 'properties' | 'none';
  /** Polygons in place of points, with or without centroids made by the server. */
  polygons?: 'centroid' | 'rings';
  /** The requested projection is ignored, and the answer names its own or none. */
  metres?: 'named' | 'unnamed';
  /** How the layer lists its keys: an error, or only the first ones; all when left out. */
  keyList?: 'refused' | 'failing' | number;
  /** What the layer computes of its keys; it names no statistics when left out. */
  statistics?: 'right' | 'named by SQL' | 'wrong' | 'empty' | 'refused';
  /** Keys whose rows are counted and not shown. */
  unshown?: readonly number[];
  /** Keys that are listed and have no row. */
  ghosts?: number;
  /** Rows that changed are counted and not all shown. */
  shortChanges?: boolean;
  /** So many rows changed, as the layer counts them. */
  countedChanges?: number;
  /** A page repeats its last row as the first of the next. */
  repeats?: boolean;
  /** Rows that are counted and never shown. */
  hidden?: number;
  /**
   * A request from this one on fails: by a status, by an error with status 200, by a broken or a
   * cut answer.
   */
  failAt?: { at: number; times: number; how: number | 'error' | 'broken' | 'cut' };
  /** Requests whose address is longer are refused with 414. */
  addressMax?: number;
  /** The layer names no time of its last change, and tracks no edits. */
  silent?: boolean;
  /** A column that the layer no longer has. */
  without?: string;
}

/** What the protocols of one server share. */
export interface OpenTable {
  rows: OpenRow[];
  faults: Faults;
  /** The application token that version 3 of Socrata wants. */
  readonly token: string;
}

export const PAGE_ROWS = 100;
export const EDITED = 'EDITED';

/** Sales of a county around Austin; keys have holes, and each has the columns of a real roll. */
export const someRows = (count: number, first = 1): OpenRow[] =>
  Array.from({ length: count }, (_row, at) => {
    const id = (first + at) * 3;
    return {
      id,
      x: -97.79 + (id % 97) / 2_000,
      y: 30.21 + (id % 89) / 2_000,
      // All rows are of one load, but for the last.
      editedMs: at === count - 1 ? Date.UTC(2026, 0, 1) : Date.UTC(2025, 10, 1),
      values: {
        PARCEL: `P${id}`,
        SALEDATE: Date.UTC(2026, 9, 1 + (id % 28), 5),
        PRICE: id % 10 === 0 ? 10 : 200_000 + id,
        ADDR: `${id} OAK ST`,
        ZIP: '78704',
        OWNER: 'SOMEBODY',
      },
    };
  });

export const columnsOf = ({ rows, faults }: OpenTable): string[] =>
  Object.keys(rows[0]?.values ?? {}).filter((name) => name !== faults.without);

export const lastEdit = ({ rows }: OpenTable): number =>
  rows.reduce((last, { editedMs }) => Math.max(last, editedMs), 0);

/** The rows for which a condition of the readers holds. */
export function holding({ rows }: OpenTable, where: string): OpenRow[] {
  const after = /(?:FID|:id) > '?(?:row-)?(\d+)/.exec(where)?.[1];
  const last = /FID <= (\d+)/.exec(where)?.[1];
  const since = /(?:EDITED > TIMESTAMP|:updated_at >) '([^']+)'/.exec(where)?.[1];
  return rows.filter(
    ({ id, editedMs }) =>
      (after === undefined || id > Number(after)) &&
      (last === undefined || id <= Number(last)) &&
      (since === undefined || editedMs > Date.parse(`${since.replace(' ', 'T').slice(0, 19)}Z`)),
  );
}

export const hidesChanges = (where: string | null, { shortChanges }: Faults): boolean =>
  shortChanges === true && /EDITED|updated_at/.test(where ?? '');

export const pageOf = (found: OpenRow[], rows: number, { repeats }: Faults): OpenRow[] => {
  const page = found.slice(0, rows);
  const [first] = page;
  return repeats === true && first !== undefined && page.length > 1 ? [first, first] : page;
};

/**
 * A server of open data on loopback: one table as an Esri layer and as a Socrata set, with the
 * faults of real servers. It shares no code with the readers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

export interface OpenServer {
  readonly url: string;
  rows: OpenRow[];
  faults: Faults;
  /** Addresses of all requests, with their form. */
  readonly requests: string[];
  close(): Promise<void>;
}

const PAGE_ROWS = 100;
const EDITED = 'EDITED';

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

export async function startOpenServer(rows: OpenRow[]): Promise<OpenServer> {
  const state = { rows, faults: {} as Faults, requests: [] as string[] };
  const http = createServer((request, response) => void answer(state, request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  });
}

type State = Pick<OpenServer, 'rows' | 'faults' | 'requests'>;

async function answer(state: State, request: IncomingMessage, response: ServerResponse) {
  const { faults, requests } = state;
  let form = '';
  for await (const chunk of request) form += String(chunk);
  const address = request.url ?? '';
  requests.push(form === '' ? address : `${address}?${form}`);
  const send = (status: number, json: unknown, headers: Record<string, string> = {}) => {
    const text = JSON.stringify(json);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  };
  const { failAt } = faults;
  const nth = requests.length;
  if (failAt !== undefined && nth >= failAt.at && nth < failAt.at + failAt.times) {
    if (failAt.how === 'broken') request.socket.destroy();
    else if (failAt.how === 'cut') response.end('{"features":[{"attr');
    else if (failAt.how === 'error') send(200, { error: { code: 503, message: 'Overloaded' } });
    else send(failAt.how, { message: 'later' }, failAt.how === 429 ? { 'retry-after': '1' } : {});
    return;
  }
  if (faults.addressMax !== undefined && address.length > faults.addressMax) send(414, {});
  else {
    const url = new URL(address, 'http://x');
    const query = new URLSearchParams(form === '' ? url.search : form);
    if (url.pathname.startsWith('/api/views/')) send(200, viewOf(state));
    else if (url.pathname.startsWith('/resource/')) send(200, socrata(state, query));
    else if (url.pathname.endsWith('/query')) send(200, esri(state, query));
    else send(200, layerOf(state));
  }
}

const columnsOf = ({ rows, faults }: State): string[] =>
  Object.keys(rows[0]?.values ?? {}).filter((name) => name !== faults.without);

const lastEdit = ({ rows }: State): number =>
  rows.reduce((last, { editedMs }) => Math.max(last, editedMs), 0);

function layerOf(state: State) {
  const { faults } = state;
  const named = columnsOf(state).map((name) => ({
    name,
    type: name === 'SALEDATE' ? 'esriFieldTypeDate' : 'esriFieldTypeString',
  }));
  return {
    capabilities: 'Map,Query,Data',
    maxRecordCount: faults.saidPageRows ?? faults.pageRows ?? PAGE_ROWS,
    fields: [{ name: 'FID', type: 'esriFieldTypeOID' }, ...named],
    geometryType: faults.polygons === undefined ? 'esriGeometryPoint' : 'esriGeometryPolygon',
    copyrightText: '',
    ...(faults.unsorted !== true && {
      advancedQueryCapabilities: {
        supportsPagination: true,
        supportsOrderBy: true,
        supportsReturningGeometryCentroid: faults.polygons === 'centroid',
      },
    }),
    ...(faults.silent !== true && {
      editingInfo: { lastEditDate: lastEdit(state) },
      editFieldsInfo: { editDateField: EDITED },
    }),
  };
}

/** The rows for which a condition of the readers holds. */
function holding({ rows }: State, where: string): OpenRow[] {
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

function esri(state: State, query: URLSearchParams): unknown {
  const { faults } = state;
  const found = holding(state, query.get('where') ?? '');
  if (query.get('returnCountOnly') === 'true') {
    const isOfChanges = /EDITED/.test(query.get('where') ?? '');
    const counted = isOfChanges ? faults.countedChanges : undefined;
    return { count: counted ?? found.length + (faults.hidden ?? 0) };
  }
  // Keys come in no order.
  if (query.get('returnIdsOnly') === 'true') {
    const ghosts = Array.from({ length: faults.ghosts ?? 0 }, (_key, at) => at * 300 + 1);
    return {
      objectIdFieldName: 'FID',
      objectIds: [...found.map(({ id }) => id), ...ghosts].reverse(),
    };
  }
  if (hidesChanges(query.get('where'), faults)) found.pop();
  const limit = faults.pageRows ?? PAGE_ROWS;
  const asked = Number(query.get('resultRecordCount') ?? limit);
  const page = pageOf(found, Math.min(limit, asked), faults);
  const sorted = faults.unsorted === true ? page.toReversed() : page;
  const sign = page.length < found.length ? { exceededTransferLimit: true } : {};
  const { cutSign = 'root' } = faults;
  return {
    ...(cutSign === 'root' && sign),
    ...(cutSign === 'properties' && { properties: sign }),
    ...(faults.metres !== 'unnamed' && {
      spatialReference: { wkid: faults.metres === 'named' ? 102_100 : 4_326 },
    }),
    features: sorted.map((row) => featureOf(row, query, faults)),
  };
}

const hidesChanges = (where: string | null, { shortChanges }: Faults): boolean =>
  shortChanges === true && /EDITED|updated_at/.test(where ?? '');

const pageOf = (found: OpenRow[], rows: number, { repeats }: Faults): OpenRow[] => {
  const page = found.slice(0, rows);
  const [first] = page;
  return repeats === true && first !== undefined && page.length > 1 ? [first, first] : page;
};

function featureOf({ id, values, x, y }: OpenRow, query: URLSearchParams, faults: Faults) {
  const asked = (query.get('outFields') ?? '').split(',');
  const attributes = Object.fromEntries(
    Object.entries({ FID: id, ...values }).filter(([name]) => asked.includes(name)),
  );
  const at = faults.metres !== undefined ? { x: x * 111_319, y: y * 111_319 } : { x, y };
  if (faults.polygons === undefined) return { attributes, geometry: at };
  if (query.get('returnCentroid') === 'true') return { attributes, centroid: at };
  return { attributes, geometry: { rings: [angle(x, y)] } };
}

/** An L, clockwise, whose middle lies outside it; the point is inside its longer arm. */
const angle = (x: number, y: number): [number, number][] => {
  const s = 0.001;
  return [
    [x - s, y - s],
    [x - s, y + 9 * s],
    [x + s, y + 9 * s],
    [x + s, y + s],
    [x + 6 * s, y + s],
    [x + 6 * s, y - s],
    [x - s, y - s],
  ];
};

const viewOf = (state: State) => ({
  id: 'abcd-1234',
  columns: [...columnsOf(state), 'location'].map((fieldName) => ({ fieldName })),
  license: { name: 'Public Domain' },
  ...(state.faults.silent !== true && { rowsUpdatedAt: Math.floor(lastEdit(state) / 1000) }),
});

function socrata(state: State, query: URLSearchParams): unknown {
  const { faults } = state;
  const found = holding(state, query.get('$where') ?? '');
  if ((query.get('$select') ?? '').startsWith('count')) {
    return [{ rows: String(found.length + (faults.hidden ?? 0)) }];
  }
  if (hidesChanges(query.get('$where'), faults)) found.pop();
  const limit = Math.min(Number(query.get('$limit')), faults.pageRows ?? PAGE_ROWS);
  return pageOf(found, limit, faults).map(({ id, values, x, y }) => ({
    ':id': `row-${id}`,
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        name === 'SALEDATE' ? new Date(Number(value)).toISOString().slice(0, 23) : String(value),
      ]),
    ),
    location: { type: 'Point', coordinates: [x, y] },
  }));
}

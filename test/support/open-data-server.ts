/**
 * A server of open data on loopback: one table as an Esri layer and as a Socrata set, with the
 * faults of real servers. It shares no code with the readers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  columnsOf,
  EDITED,
  type Faults,
  hidesChanges,
  holding,
  lastEdit,
  type OpenRow,
  type OpenTable,
  PAGE_ROWS,
  pageOf,
} from './open-data-rows.js';
import { clausesIn, rowsOf, viewOf } from './open-data-socrata.js';

export interface OpenServer extends OpenTable {
  readonly url: string;
  /** Addresses of all requests, with their form. */
  readonly requests: string[];
  /** The application token that came with each of them. */
  readonly tokens: (string | null)[];
  close(): Promise<void>;
}

export async function startOpenServer(rows: OpenRow[]): Promise<OpenServer> {
  const state = {
    rows,
    faults: {} as Faults,
    token: 'application-token-of-the-test',
    requests: [] as string[],
    tokens: [] as (string | null)[],
  };
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

type State = Omit<OpenServer, 'url' | 'close'>;

async function answer(state: State, request: IncomingMessage, response: ServerResponse) {
  const { faults, requests, tokens } = state;
  let form = '';
  for await (const chunk of request) form += String(chunk);
  const address = request.url ?? '';
  requests.push(form === '' ? address : `${address}?${form}`);
  tokens.push(request.headers['x-app-token']?.toString() ?? null);
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
    else if (url.pathname.startsWith('/resource/')) {
      send(200, rowsOf(state, Object.fromEntries(query)));
    } else if (url.pathname.startsWith('/api/v3/views/')) {
      if (tokens.at(-1) === state.token) send(200, rowsOf(state, clausesIn(form)));
      else send(403, { error: true, message: 'Invalid app_token specified' });
    } else if (url.pathname.endsWith('/query')) send(200, esri(state, query));
    else send(200, layerOf(state));
  }
}

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
    ...(faults.statistics !== undefined && { supportsStatistics: true }),
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

function esri(state: State, query: URLSearchParams): unknown {
  const { faults } = state;
  const found = holding(state, query.get('where') ?? '');
  if (query.get('returnCountOnly') === 'true') {
    const isOfChanges = /EDITED/.test(query.get('where') ?? '');
    const counted = isOfChanges ? faults.countedChanges : undefined;
    return { count: counted ?? found.length + (faults.hidden ?? 0) };
  }
  if (query.get('returnIdsOnly') === 'true') return keysOf(found, faults);
  if (query.has('outStatistics')) return statisticsOf(found, faults);
  if (hidesChanges(query.get('where'), faults)) found.pop();
  const shown = found.filter(({ id }) => faults.unshown?.includes(id) !== true);
  const limit = faults.pageRows ?? PAGE_ROWS;
  const asked = Number(query.get('resultRecordCount') ?? limit);
  const page = pageOf(shown, Math.min(limit, asked), faults);
  const sorted = faults.unsorted === true ? page.toReversed() : page;
  const sign = page.length < shown.length ? { exceededTransferLimit: true } : {};
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

const errorOf = (code: number) => ({ error: { code, message: 'Unable to complete operation.' } });

/** Keys come in no order. */
function keysOf(found: readonly OpenRow[], { keyList, ghosts = 0 }: Faults): unknown {
  if (keyList === 'refused') return errorOf(400);
  if (keyList === 'failing') return errorOf(500);
  const gone = Array.from({ length: ghosts }, (_key, at) => at * 300 + 1);
  const all = [...found.map(({ id }) => id), ...gone];
  return { objectIdFieldName: 'FID', objectIds: all.slice(0, keyList).reverse() };
}

function statisticsOf(found: readonly OpenRow[], { statistics }: Faults): unknown {
  if (statistics === undefined || statistics === 'refused') return errorOf(400);
  const names =
    statistics === 'named by SQL'
      ? ['MIN(FID) AS KEY_MIN', 'MAX(FID) AS KEY_MAX']
      : ['KEY_MIN', 'KEY_MAX'];
  const ids = found.map(({ id }) => id);
  const [least, greatest] = [Math.min(...ids), Math.max(...ids)];
  const ends = statistics === 'wrong' ? [0, 43] : [least, greatest];
  const values = statistics === 'empty' ? [null, null] : ends;
  const attributes = Object.fromEntries(names.map((name, at) => [name, values[at]]));
  return { displayFieldName: '', features: [{ attributes }] };
}

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

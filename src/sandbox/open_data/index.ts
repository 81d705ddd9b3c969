/**
 * open_data: an Esri map service with one layer, the homes for sale of a public body. It answers as
 * real ones do: at most `maxRecordCount` rows with a sign where it leaves out others, and errors
 * under status 200.
 */
import { hashText, unit } from '../data/chance.js';
import { type Home, type HomeEdges, lies, MICRO, type Plot } from '../data/home.js';
import { addressOf } from '../data/names.js';
import { PORTAL_SALTS } from '../data/salts.js';
import { portalId } from '../data/synthetic-data.js';
import { homesInTruth } from '../ground-truth.js';
import { homesInArea } from '../homes-in-area.js';
import type { Portal, PortalAnswer, PortalRequest, Scene } from '../portal.js';
import { remember } from '../remember.js';
import { type Attributes, comparisonsIn, holds, type LayerComparison } from './where.js';

const NAME = 'open_data';
const LAYER = '/arcgis/rest/services/cpdmaps/HudSfReo/MapServer/1';
/** The name of the set: ids of rows begin with it. */
const SET = 'hud-homes-for-sale';
const KEY = 'OBJECTID';
const MAX_ROWS = 1_000;
const DAY_MS = 86_400_000;
const WORLD: HomeEdges = { west: -180, south: -90, east: 180, north: 90 };

const NAME_HASH = hashText(NAME, 0);
/** The share of the homes for sale that the body owns. */
const OWNED_SHARE = 0.25;
const SALT = { owned: PORTAL_SALTS, step: PORTAL_SALTS + 2, held: PORTAL_SALTS + 4 } as const;
/** A home that nobody has bought yet, and a sale in process. */
const LISTED = 6;
const IN_PROCESS = 7;

const FIELDS = {
  OBJECTID: 'OID',
  CASE_NUM: 'String',
  CASE_STEP_NUMBER: 'SmallInteger',
  ADDRESS: 'String',
  CITY: 'String',
  STATE_CODE: 'String',
  DISPLAY_ZIP_CODE: 'String',
  MAP_LATITUDE: 'Double',
  MAP_LONGITUDE: 'Double',
  DATE_ACQUIRED: 'Date',
} as const;

/** Opens the service over the synthetic data. */
export function openOpenData(scene: Scene): Portal {
  const searches = remember<Found>(({ rows }) => rows.length);
  return {
    answer: (request) => answer(scene, searches, request),
    areaOf(request) {
      const asked = askIn(request);
      if (asked === null) return undefined;
      const zip = zipIn(asked);
      if (zip !== undefined) return { zip };
      return asked.edges === null ? undefined : { edges: asked.edges };
    },
    async *groundTruth(question) {
      if (question.kind !== 'listings') return;
      for await (const home of homesInTruth(scene, { ...question, pending: true }, 'listings')) {
        if (!isOwned(home)) continue;
        const { status } = home;
        yield { id: `${SET}:${caseOf(home)}`, status, price: null };
      }
    },
    drifted: { CASE_NUM: 'CASE_NUMBER', attributes: 'properties' },
    emptied: { ADDRESS: '', DISPLAY_ZIP_CODE: null },
  };
}

interface Found {
  readonly rows: readonly Attributes[];
}

const drawOf = (home: Home, salt: number): number => unit(home.hash ^ NAME_HASH, salt);
const isOwned = (home: Home): boolean =>
  home.form === 'home' && home.type !== 'land' && drawOf(home, SALT.owned) < OWNED_SHARE;

/** The number of a case: an office, and a number. */
function caseOf(home: Home): string {
  const digits = String(portalId(home, NAME));
  return `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

interface Ask {
  readonly comparisons: readonly LayerComparison[];
  readonly edges: HomeEdges | null;
}

function askIn({ query }: PortalRequest): Ask | null {
  const comparisons = comparisonsIn(query.get('where') ?? '');
  const text = query.get('geometry');
  const edges = text === null ? null : edgesIn(text);
  return comparisons === null || edges === undefined ? null : { comparisons, edges };
}

function edgesIn(text: string): HomeEdges | undefined {
  const [west, south, east, north, ...more] = text.split(',').map(Number);
  if (west === undefined || south === undefined || east === undefined || north === undefined) {
    return undefined;
  }
  const isBox = more.length === 0 && [west, south, east, north].every(Number.isFinite);
  return isBox ? { west, south, east, north } : undefined;
}

const zipIn = ({ comparisons }: Ask): string | undefined =>
  comparisons.flatMap(({ column, value }) =>
    column === 'DISPLAY_ZIP_CODE' ? [String(value).replace('%', '')] : [],
  )[0];

const failed = (code: number, message: string): PortalAnswer => ({
  status: 200,
  json: { error: { code, message, details: [] } },
});

async function answer(
  scene: Scene,
  searches: ReturnType<typeof remember<Found>>,
  request: PortalRequest,
): Promise<PortalAnswer> {
  const { method, path, query, body } = request;
  if (path === LAYER) return { status: 200, json: DESCRIPTION };
  if (path !== `${LAYER}/query`) return failed(404, 'Service not found');
  // A long query is sent as a form.
  const sent = method === 'POST' ? { ...request, query: new URLSearchParams(body) } : request;
  const asked = askIn(sent);
  const columns = (sent.query.get('outFields') ?? KEY).split(',');
  const named = [...columns, ...(asked?.comparisons ?? []).map(({ column }) => column)];
  if (asked === null || named.some((name) => !Object.hasOwn(FIELDS, name))) {
    return failed(400, 'Failed to execute query.');
  }
  const { rows } = await search(scene, searches, asked);
  if (query.get('returnCountOnly') === 'true') return { status: 200, json: { count: rows.length } };
  return { status: 200, json: page(rows, columns, Number(sent.query.get('resultRecordCount'))) };
}

/** The rows that an ask holds for, in the order of their keys. */
async function search(
  scene: Scene,
  searches: ReturnType<typeof remember<Found>>,
  asked: Ask,
): Promise<Found> {
  const behind = asked.comparisons.filter(({ column }) => column === KEY);
  const others = asked.comparisons.filter(({ column }) => column !== KEY);
  const zip = zipIn(asked);
  const wants = (plot: Plot) => zip === undefined || plot.zip.zip === zip;
  const atMs = scene.data.nowMs();
  const key = JSON.stringify([scene.data.stamp(atMs, wants), others, asked.edges]);
  const { rows } = await searches(key, async () => {
    const found: Attributes[] = [];
    const area = { ...(asked.edges ?? WORLD), trades: ['listings'] as const, atMs, wants };
    for await (const homes of homesInArea(scene, area)) {
      for (const home of homes) {
        if (!isOwned(home) || (asked.edges !== null && !lies(home, asked.edges))) continue;
        const row = attributesOf(home);
        if (others.every((one) => holds(one, row))) found.push(row);
      }
    }
    return { rows: found.sort((a, b) => Number(a[KEY]) - Number(b[KEY])) };
  });
  return { rows: rows.filter((row) => behind.every((one) => holds(one, row))) };
}

function attributesOf(home: Home): Attributes {
  const { line1, unit: door, city, state, zip } = addressOf(home);
  const held = 30 + Math.floor(drawOf(home, SALT.held) * 300);
  return {
    OBJECTID: portalId(home, NAME),
    CASE_NUM: caseOf(home),
    CASE_STEP_NUMBER:
      home.status === 'pending' ? IN_PROCESS + Math.floor(drawOf(home, SALT.step) * 3) : LISTED,
    ADDRESS: door === null ? line1 : `${line1} ${door}`,
    CITY: city,
    STATE_CODE: state,
    DISPLAY_ZIP_CODE: zip,
    MAP_LATITUDE: home.y / MICRO,
    MAP_LONGITUDE: home.x / MICRO,
    DATE_ACQUIRED: (home.list_day - held) * DAY_MS,
  };
}

function page(rows: readonly Attributes[], columns: readonly string[], asked: number): unknown {
  const size = Number.isInteger(asked) && asked > 0 ? Math.min(asked, MAX_ROWS) : MAX_ROWS;
  const shown = rows.slice(0, size).map((row) => ({
    attributes: Object.fromEntries(columns.map((name) => [name, row[name] ?? null])),
  }));
  return {
    displayFieldName: 'CASE_NUM',
    fieldAliases: Object.fromEntries(columns.map((name) => [name, name])),
    fields: fieldsOf(columns),
    features: shown,
    ...(rows.length > size && { exceededTransferLimit: true }),
  };
}

const fieldsOf = (columns: readonly string[]) =>
  columns.map((name) => ({
    name,
    type: `esriFieldType${FIELDS[name as keyof typeof FIELDS]}`,
    alias: name,
  }));

const DESCRIPTION = {
  currentVersion: 10.91,
  id: 1,
  name: 'Homes for sale',
  type: 'Feature Layer',
  geometryType: 'esriGeometryPoint',
  copyrightText: '',
  capabilities: 'Map,Query,Data',
  maxRecordCount: MAX_ROWS,
  supportedQueryFormats: 'JSON, geoJSON',
  advancedQueryCapabilities: { supportsPagination: true, supportsOrderBy: true },
  fields: fieldsOf(Object.keys(FIELDS)),
};

/**
 * A layer of an Esri service over the homes: queries by conditions and envelopes, pages and counts.
 * It answers as real ones do: at most `maxRecordCount` rows with a sign where it leaves out others,
 * and errors under status 200.
 */
import {
  type Home,
  type HomeEdges,
  lies,
  MICRO,
  type Plot,
  type Trade,
  WORLD,
} from '../data/home.js';
import { homesInArea } from '../homes-in-area.js';
import type { PortalAnswer, PortalRequest, Scene } from '../portal.js';
import { remember } from '../remember.js';
import { edgesIn } from '../text.js';
import { type Attributes, comparisonsIn, holds, type LayerComparison } from './where.js';

export interface Layer {
  /** Its path below the portal's base. */
  readonly path: string;
  readonly name: string;
  /** Its columns by type; `OBJECTID` is the key. */
  readonly fields: Readonly<Record<string, string>>;
  /** The column with the ZIP. */
  readonly zip: string;
  readonly trade: Trade;
  /** The attributes of a home; null where the layer does not have it. */
  attributesOf(home: Home): Attributes | null;
}

/** The layer as an open service: its answers, and the area that a request names. */
export interface OpenLayer {
  answer(request: PortalRequest): Promise<PortalAnswer>;
  areaOf(request: PortalRequest): { zip: string } | { edges: HomeEdges } | undefined;
}

const KEY = 'OBJECTID';
const MAX_ROWS = 1_000;
const DEGREES = { wkid: 4_326, latestWkid: 4_326 };

interface LayerRow {
  readonly attributes: Attributes;
  readonly geometry: { readonly x: number; readonly y: number };
}

interface Found {
  readonly rows: readonly LayerRow[];
}

export function openLayer(scene: Scene, layer: Layer): OpenLayer {
  const searches = remember<Found>(({ rows }) => rows.length);
  return {
    answer: (request) => answer(scene, layer, searches, request),
    areaOf(request) {
      const asked = askIn(sentOf(request));
      if (asked === null) return undefined;
      const zip = zipIn(layer, asked);
      if (zip !== undefined) return { zip };
      return asked.edges === null ? undefined : { edges: asked.edges };
    },
  };
}

interface Ask {
  readonly comparisons: readonly LayerComparison[];
  readonly edges: HomeEdges | null;
}

/** A long query is sent as a form. */
const sentOf = (request: PortalRequest): URLSearchParams =>
  request.method === 'POST' ? new URLSearchParams(request.body) : request.query;

function askIn(sent: URLSearchParams): Ask | null {
  const comparisons = comparisonsIn(sent.get('where') ?? '');
  const text = sent.get('geometry');
  const edges = text === null ? null : edgesIn(text);
  return comparisons === null || edges === undefined ? null : { comparisons, edges };
}

const zipIn = (layer: Layer, { comparisons }: Ask): string | undefined =>
  comparisons.flatMap(({ column, value }) =>
    column === layer.zip ? [String(value).replace('%', '')] : [],
  )[0];

export const failed = (code: number, message: string): PortalAnswer => ({
  status: 200,
  json: { error: { code, message, details: [] } },
});

async function answer(
  scene: Scene,
  layer: Layer,
  searches: ReturnType<typeof remember<Found>>,
  request: PortalRequest,
): Promise<PortalAnswer> {
  if (request.path === layer.path) return { status: 200, json: descriptionOf(layer) };
  const sent = sentOf(request);
  const asked = askIn(sent);
  const columns = (sent.get('outFields') ?? KEY).split(',');
  const named = [...columns, ...(asked?.comparisons ?? []).map(({ column }) => column)];
  if (asked === null || named.some((name) => !Object.hasOwn(layer.fields, name))) {
    return failed(400, 'Failed to execute query.');
  }
  const { rows } = await search(scene, layer, searches, asked);
  if (sent.get('returnCountOnly') === 'true') return { status: 200, json: { count: rows.length } };
  return { status: 200, json: pageOf(layer, rows, columns, sent) };
}

/** The rows that an ask holds for, in the order of their keys. */
async function search(
  scene: Scene,
  layer: Layer,
  searches: ReturnType<typeof remember<Found>>,
  asked: Ask,
): Promise<Found> {
  const behind = asked.comparisons.filter(({ column }) => column === KEY);
  const others = asked.comparisons.filter(({ column }) => column !== KEY);
  const zip = zipIn(layer, asked);
  const wants = (plot: Plot) => zip === undefined || plot.zip.zip === zip;
  const atMs = scene.data.nowMs();
  const key = JSON.stringify([scene.data.stamp(atMs, wants), others, asked.edges]);
  const { rows } = await searches(key, async () => {
    const found: LayerRow[] = [];
    const area = { ...(asked.edges ?? WORLD), trades: [layer.trade], atMs, wants };
    for await (const homes of homesInArea(scene, area)) {
      for (const home of homes) {
        if (asked.edges !== null && !lies(home, asked.edges)) continue;
        const attributes = layer.attributesOf(home);
        if (attributes === null || !others.every((one) => holds(one, attributes))) continue;
        found.push({ attributes, geometry: { x: home.x / MICRO, y: home.y / MICRO } });
      }
    }
    return { rows: found.sort((a, b) => keyOf(a) - keyOf(b)) };
  });
  return { rows: rows.filter(({ attributes }) => behind.every((one) => holds(one, attributes))) };
}

const keyOf = ({ attributes }: LayerRow): number => Number(attributes[KEY]);

function pageOf(
  layer: Layer,
  rows: readonly LayerRow[],
  columns: readonly string[],
  sent: URLSearchParams,
): unknown {
  const asked = Number(sent.get('resultRecordCount'));
  const size = Number.isInteger(asked) && asked > 0 ? Math.min(asked, MAX_ROWS) : MAX_ROWS;
  const hasGeometry = sent.get('returnGeometry') !== 'false';
  return {
    displayFieldName: KEY,
    fieldAliases: Object.fromEntries(columns.map((name) => [name, name])),
    ...(hasGeometry && { geometryType: 'esriGeometryPoint', spatialReference: DEGREES }),
    fields: fieldsOf(layer, columns),
    features: rows.slice(0, size).map(({ attributes, geometry }) => ({
      attributes: Object.fromEntries(columns.map((name) => [name, attributes[name] ?? null])),
      ...(hasGeometry && { geometry }),
    })),
    ...(rows.length > size && { exceededTransferLimit: true }),
  };
}

const fieldsOf = ({ fields }: Layer, columns: readonly string[]) =>
  columns.map((name) => ({ name, type: `esriFieldType${fields[name]}`, alias: name }));

const descriptionOf = (layer: Layer) => ({
  currentVersion: 10.91,
  id: 1,
  name: layer.name,
  type: 'Feature Layer',
  geometryType: 'esriGeometryPoint',
  copyrightText: '',
  capabilities: 'Map,Query,Data',
  maxRecordCount: MAX_ROWS,
  supportedQueryFormats: 'JSON, geoJSON',
  advancedQueryCapabilities: { supportsPagination: true, supportsOrderBy: true },
  fields: fieldsOf(layer, Object.keys(layer.fields)),
});

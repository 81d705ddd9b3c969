/**
 * Streets by the operator's vector tiles, on top of the outlines. Loaded only where they are
 * configured.
 */
import { layers, namedFlavor } from '@protomaps/basemaps';
import { addProtocol, type LayerSpecification, type Map as MapLibre } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import { FONT } from './base-style.js';
import type { Palette } from './palette.js';

const SOURCE = 'streets';
/** The first layer above the ground: streets lie below shades, borders and homes. */
const BELOW = 'shades';
/** Names of ours: the tiles bring their own. */
const OWN_NAMES = ['names', 'zips'] as const;

const protocol = new Protocol();
addProtocol('pmtiles', protocol.tile);

/** Land and water keep the colours of the outlines, which are the map outside the archive. */
export async function addVectorTiles(
  map: MapLibre,
  path: string,
  palette: Palette,
  dark: boolean,
): Promise<void> {
  const address = `${location.origin}${path}`;
  const archive = new PMTiles(address);
  protocol.add(archive);
  const { attribution, vector_layers } = (await archive.getMetadata()) as Metadata;
  // The map may be removed before this arrives.
  if (!map.getContainer().isConnected) return;
  map.addSource(SOURCE, {
    type: 'vector',
    url: `pmtiles://${address}`,
    attribution: attribution ?? CREDIT,
  });
  for (const id of OWN_NAMES) map.removeLayer(id);
  const known = vector_layers?.map(({ id }) => id);
  const colours = { earth: palette['map-land'], water: palette['map-water'] };
  const flavor = { ...namedFlavor(dark ? 'dark' : 'light'), ...colours };
  const drawn = layers(SOURCE, flavor, { lang: 'en' });
  for (const layer of drawn) {
    const own = adapted(layer);
    if (own === null || known?.includes(sourceLayerOf(own)) === false) continue;
    map.addLayer(own, own.type === 'symbol' ? undefined : BELOW);
  }
}

/** What an archive says of itself. */
interface Metadata {
  readonly attribution?: string;
  readonly vector_layers?: readonly { readonly id: string }[];
}

const CREDIT = '© OpenStreetMap';

const sourceLayerOf = (layer: LayerSpecification): string =>
  ('source-layer' in layer && layer['source-layer']) || '';

/**
 * Without what needs files of another host: icons and fonts. Outside the archive the outlines stay.
 */
function adapted(layer: LayerSpecification): LayerSpecification | null {
  if (layer.type === 'background') return null;
  const own = { ...layer, id: `${SOURCE}-${layer.id}` };
  if (own.type !== 'symbol') return own;
  const { 'icon-image': _icon, ...layout } = own.layout ?? {};
  if (layout['text-field'] === undefined) return null;
  return { ...own, layout: { ...layout, 'text-font': FONT } };
}

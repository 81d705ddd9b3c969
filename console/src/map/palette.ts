/** The map's colours, read from the CSS custom properties of the theme. */
const NAMES = [
  'map-water',
  'map-land',
  'map-around',
  'map-county',
  'map-state',
  'map-text',
  'map-halo',
  'marker',
  'marker-building',
  'marker-edge',
  'marker-text',
  'cluster',
  'cluster-text',
  'highlighted',
  'area',
  'searched',
] as const;

export type Palette = Readonly<Record<(typeof NAMES)[number], string>>;

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Palette;
}

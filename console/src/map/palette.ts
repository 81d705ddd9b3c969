/** The names of the map's colours; each is a CSS custom property of the theme. */

/** Colours of a scale from low to high, in CSS as six hexadecimal digits. */
export const RAMP = ['ramp-1', 'ramp-2', 'ramp-3', 'ramp-4', 'ramp-5'] as const;

export const PALETTE_NAMES = [
  'map-water',
  'map-land',
  'map-around',
  'map-county',
  'map-state',
  'map-street',
  'map-street-main',
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
  'change-added',
  'change-changed',
  'change-removed',
  ...RAMP,
  'ramp-edge',
  'ramp-none',
] as const;

export type Palette = Readonly<Record<(typeof PALETTE_NAMES)[number], string>>;

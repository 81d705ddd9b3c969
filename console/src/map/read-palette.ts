/**
 * The map's colours, read from the CSS custom properties of the theme. The build has made one
 * colour of each light-dark().
 */
import { PALETTE_NAMES, type Palette } from './palette.js';

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    PALETTE_NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Palette;
}

/**
 * Shapes of markers as distance fields, so that they take any colour: a building's square, a pin of
 * a price.
 */
import type { Map as MapLibre } from 'maplibre-gl';

/** MapLibre's encoding: 192 at the edge, 255 eight pixels within it. */
const EDGE = 192;
const STEP = 32;

/**
 * The side of each image, half that of the square in it, and the radius of the square's corners, in
 * pixels.
 */
const SHAPES = {
  building: { size: 40, half: 11, corner: 4 },
  // Little around it: the whole image keeps other pins away.
  pin: { size: 32, half: 12, corner: 6 },
} as const;

/** The pin is stretched in its middle around its text. */
const STRETCHED: { stretchX: [number, number][]; stretchY: [number, number][] } = {
  stretchX: [[11, 21]],
  stretchY: [[11, 21]],
};
const CONTENT: [number, number, number, number] = [7, 7, 25, 25];

export function addMarkerImages(map: MapLibre): void {
  if (map.hasImage('building')) return;
  map.addImage('building', squareOf(SHAPES.building), { pixelRatio: 2, sdf: true });
  const fit = { ...STRETCHED, content: CONTENT };
  map.addImage('pin', squareOf(SHAPES.pin), { pixelRatio: 2, sdf: true, ...fit });
}

interface Square {
  readonly size: number;
  readonly half: number;
  readonly corner: number;
}

function squareOf(square: Square): ImageData {
  const { size } = square;
  const image = new ImageData(size, size);
  for (let at = 0; at < size * size; at += 1) {
    const x = (at % size) + 0.5 - size / 2;
    const y = Math.floor(at / size) + 0.5 - size / 2;
    image.data[at * 4 + 3] = EDGE - STEP * outside(x, y, square);
  }
  return image;
}

/** Pixels from the square's edge, negative within. */
function outside(x: number, y: number, { half, corner }: Square): number {
  const dx = Math.abs(x) - half + corner;
  const dy = Math.abs(y) - half + corner;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
}

/** The marker of a building: a rounded square as a distance field, so that it takes any colour. */
import type { Map as MapLibre } from 'maplibre-gl';

const SIZE_PX = 40;
/** Half the side of the square, and the radius of its corners. */
const HALF_PX = 11;
const CORNER_PX = 4;
/** MapLibre's encoding: 192 at the edge, 255 eight pixels within it. */
const EDGE = 192;
const STEP = 32;

export function addBuildingImage(map: MapLibre): void {
  if (map.hasImage('building')) return;
  const image = new ImageData(SIZE_PX, SIZE_PX);
  for (let at = 0; at < SIZE_PX * SIZE_PX; at += 1) {
    const x = (at % SIZE_PX) + 0.5 - SIZE_PX / 2;
    const y = Math.floor(at / SIZE_PX) + 0.5 - SIZE_PX / 2;
    image.data[at * 4 + 3] = EDGE - STEP * outside(x, y);
  }
  map.addImage('building', image, { pixelRatio: 2, sdf: true });
}

/** Pixels from the square's edge, negative within. */
function outside(x: number, y: number): number {
  const dx = Math.abs(x) - HALF_PX + CORNER_PX;
  const dy = Math.abs(y) - HALF_PX + CORNER_PX;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - CORNER_PX;
}

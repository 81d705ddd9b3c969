/** Tiles of Web Mercator, as maps ask for them: z/x/y from the north-west. */
import { type Box, MICRO } from './box.js';

export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Coordinates inside a tile run from 0 to this number. */
export const TILE_EXTENT = 4_096;

/** The half-open box of a tile: neighbours share no point and leave none out. */
export function boxOfTile({ z, x, y }: TileAddress): Box {
  const tiles = 2 ** z;
  const lng = (at: number) => Math.round(((at / tiles) * 360 - 180) * MICRO);
  const lat = (at: number) =>
    Math.round(((Math.atan(Math.sinh(Math.PI * (1 - (2 * at) / tiles))) * 180) / Math.PI) * MICRO);
  return { w: lng(x), s: lat(y + 1), e: lng(x + 1), n: lat(y) };
}

/** A point in degrees as whole coordinates of a tile. */
export function inTile({ z, x, y }: TileAddress, lng: number, lat: number): [number, number] {
  const scale = TILE_EXTENT * 2 ** z;
  const sin = Math.sin((lat / 180) * Math.PI);
  const down = 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
  return [
    Math.round((lng / 360 + 0.5) * scale) - x * TILE_EXTENT,
    Math.round(down * scale) - y * TILE_EXTENT,
  ];
}

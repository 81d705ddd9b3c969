/**
 * One row of portal_a: selects the home's shape there. The shapes differ as on recorded pages, so
 * that a parser that knows only one of them fails.
 */
import { LRUCache } from 'lru-cache';
import { unit } from '../data/chance.js';
import type { Home } from '../data/home.js';
import type { WireRow } from '../portal.js';
import { buildingRow, communityRow } from './building-rows.js';
import { rentalRow, saleRow, slimRow } from './home-rows.js';
import { GAP, type RowScene, type Shown } from './shown.js';
import { soldRow } from './sold-rows.js';

/** Share of list rows without unformattedPrice and address fields, like map rows. */
const SLIM_SHARE = 0.08;

export type MakeRow = (shown: Shown, scene: RowScene) => WireRow;

/** A row of the list. */
export function listRow(shown: Shown, scene: RowScene): WireRow {
  const slim = unit(shown.hash, GAP.shape) < SLIM_SHARE;
  return slim ? mapRow(shown, scene) : fullRow(shown, scene);
}

/** A row of the map: smaller for homes for sale, the same otherwise. */
function mapRow(shown: Shown, scene: RowScene): WireRow {
  const { form, status } = shown.home;
  const slim = form === 'home' && (status === 'for_sale' || status === 'pending');
  return slim ? slimRow(shown, scene) : fullRow(shown, scene);
}

/** Rows kept, about 1.5 kB each. */
const MAP_ROWS_KEPT_MAX = 10_000;

/** Map rows that are made once: every page of a search repeats those of its map. */
export function openMapRows(): MakeRow {
  const made = new LRUCache<Home, { readonly scene: RowScene; readonly row: WireRow }>({
    max: MAP_ROWS_KEPT_MAX,
  });
  return (shown, scene) => {
    const known = made.get(shown.home);
    if (known !== undefined && isSame(known.scene, scene)) return known.row;
    const row = mapRow(shown, scene);
    made.set(shown.home, { scene, row });
    return row;
  };
}

const isSame = (one: RowScene, other: RowScene): boolean =>
  one.today === other.today && one.hidden === other.hidden && one.undated === other.undated;

function fullRow(shown: Shown, scene: RowScene): WireRow {
  const { form, status } = shown.home;
  if (form === 'building') return buildingRow(shown, scene);
  if (form === 'community') return communityRow(shown);
  if (status === 'sold') return soldRow(shown, scene);
  return status === 'for_rent' ? rentalRow(shown, scene) : saleRow(shown, scene);
}

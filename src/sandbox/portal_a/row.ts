/**
 * One row of portal_a: selects the home's shape there. The shapes differ as on recorded pages, so
 * that a parser that knows only one of them fails.
 */
import { unit } from '../data/chance.js';
import { buildingRow, communityRow } from './building-rows.js';
import { rentalRow, saleRow, slimRow } from './home-rows.js';
import { GAP, type RowScene, type Shown, type WireRow } from './shown.js';
import { soldRow } from './sold-rows.js';

/** Share of list rows without unformattedPrice and address fields, like map rows. */
const SLIM_SHARE = 0.08;

/** A row of the list. */
export function listRow(shown: Shown, scene: RowScene): WireRow {
  const slim = unit(shown.hash, GAP.shape) < SLIM_SHARE;
  return slim ? mapRow(shown, scene) : fullRow(shown, scene);
}

/** A row of the map: smaller for homes for sale, the same otherwise. */
export function mapRow(shown: Shown, scene: RowScene): WireRow {
  const { form, status } = shown.home;
  const slim = form === 'home' && (status === 'for_sale' || status === 'pending');
  return slim ? slimRow(shown, scene) : fullRow(shown, scene);
}

function fullRow(shown: Shown, scene: RowScene): WireRow {
  const { form, status } = shown.home;
  if (form === 'building') return buildingRow(shown, scene);
  if (form === 'community') return communityRow(shown);
  if (status === 'sold') return soldRow(shown, scene);
  return status === 'for_rent' ? rentalRow(shown, scene) : saleRow(shown, scene);
}

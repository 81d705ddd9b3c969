/** Homes of an area: `GET /v1/homes` (docs/area-homes.md). */

export const OFFER_KINDS = ['listings', 'rentals'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];
export const HOME_SORTS = ['newest', 'price_low', 'price_high', 'price_cut'] as const;
export type HomeSort = (typeof HOME_SORTS)[number];

/** The filters that a source is asked to apply. All are applied again to every row. */

import type { Filters } from '#domain/search.js';
import { discloses } from '#sources/disclosure.js';
import type { AreaSearch } from './area-search.js';

/** Where sale prices are not public a source may compare others: it is then asked for the sales of every price. */
export function askedFilters({ filters, driver, area, geo }: AreaSearch): Filters {
  const { min_price, max_price, ...others } = filters;
  if (driver.capabilities.asks_undisclosed !== false) return filters;
  if (min_price === undefined && max_price === undefined) return filters;
  const isKept = area.cover.some((box) => geo.zipsIn(box).some(({ state }) => !discloses(state)));
  return isKept ? others : filters;
}

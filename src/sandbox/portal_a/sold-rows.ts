/** Rows of sold homes. */
import { isoDate, pacificMidnightMs } from '../data/calendar.js';
import { unit, whole } from '../data/chance.js';
import { agentOf } from '../data/names.js';
import type { WireRow } from '../portal.js';
import { homeInfo } from './home-rows.js';
import { GAP, type RowScene, type Shown } from './shown.js';
import { addressMembers, known, pageOf, photos, pointOf, roundedDollars } from './words.js';

const RENTED_NOW_SHARE = 0.05;
const AGENT_SHARE = 0.6;
const ZERO_SHARE = 0.3;
const FLEX_SHARE = 0.8;

/**
 * A sold home: the number is exact, the displayed price is rounded, and an undisclosed price is
 * absent or 0. Some have the status and rent of a rental listing from after the sale.
 */
export function soldRow(shown: Shown, scene: RowScene): WireRow {
  const { home, price, hash, id } = shown;
  const soldDay = home.sold_day ?? scene.today;
  const zero = price === null && unit(hash, GAP.price + 1) < ZERO_SHARE;
  const amount = zero ? 0 : price;
  const undated = unit(hash, GAP.undated) < (scene.undated ?? 0);
  const [year, month, date] = isoDate(soldDay).split('-');
  return {
    zpid: String(id),
    id: String(id),
    rawHomeStatusCd: 'RecentlySold',
    marketingStatusSimplifiedCd: 'Non Owner Occupied',
    detailUrl: pageOf(shown, scene, true),
    statusType: 'SOLD',
    statusText: 'Sold',
    countryCurrency: '$',
    ...known({
      soldPrice: price === null ? null : roundedDollars(price),
      unformattedPrice: amount,
    }),
    ...addressMembers(shown, scene),
    shouldShowRequestOnPrice: false,
    ...known({ beds: shown.beds, baths: shown.baths, area: shown.area }),
    latLong: pointOf(shown, scene),
    ...(!undated && unit(hash, GAP.words) < FLEX_SHARE
      ? {
          flexFieldText: `Sold ${month ?? ''}/${date ?? ''}/${(year ?? '').slice(2)}`,
          contentType: 'soldDate',
        }
      : {}),
    hdpData: {
      homeInfo: {
        ...homeInfo(shown, scene, 'RECENTLY_SOLD'),
        ...known({ price: amount }),
        ...(undated ? {} : { dateSold: pacificMidnightMs(soldDay) }),
        daysOnZillow: scene.today - soldDay,
        ...(unit(hash, GAP.words + 2) < RENTED_NOW_SHARE
          ? { homeStatusForHDP: 'FOR_RENT', priceForHDP: whole(hash, GAP.words + 3, 900, 5_200) }
          : {}),
      },
    },
    pgapt: 'RecentlySold',
    sgapt: 'Unknown Listed By',
    list: true,
    relaxed: false,
    ...(unit(hash, GAP.agent) < AGENT_SHARE ? { info6String: agentOf(home) } : {}),
    ...photos(shown),
  };
}

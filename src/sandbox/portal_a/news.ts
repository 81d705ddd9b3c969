/** News on the card of a home for sale: the last price change, and the next open house. */
import { HOUR_MS } from '#contract/durations.js';
import { isoDate, pacificMidnightMs } from '../data/calendar.js';
import { unit, whole } from '../data/chance.js';
import type { WireRow } from '../portal.js';
import { GAP, type RowScene, type Shown } from './shown.js';
import { dollars } from './words.js';

const OPEN_SHARE = 0.08;
const OPEN_HOURS = 2;
const DAYS_AHEAD_MAX = 6;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Sun. Mon. Tue. Wed. Thu. Fri. Sat.'.split(' ');
/** The epoch began on a Thursday. */
const FIRST_WEEKDAY = 4;

/** The change in dollars with its day; a cut also as text: "$28,000 (Oct 31)". */
export function priceChangeOf({ home, price }: Shown): WireRow {
  const { repriced } = home;
  if (repriced === null || price === null || repriced.from === price) return {};
  const change = price - repriced.from;
  const [, month = '1', day = '1'] = isoDate(repriced.day).split('-');
  const words = `${dollars(-change)} (${MONTHS[Number(month) - 1]} ${Number(day)})`;
  return {
    priceChange: change,
    datePriceChanged: pacificMidnightMs(repriced.day),
    ...(change < 0 ? { priceReduction: words } : {}),
  };
}

/** The next open house, in the fields of the card and of its record. */
export function openHouseOf(
  { home, hash }: Shown,
  { today }: RowScene,
): { card: WireRow; info: WireRow } {
  if (home.status !== 'for_sale' || unit(hash, GAP.openHouse) >= OPEN_SHARE) {
    return { card: {}, info: {} };
  }
  const day = today + whole(hash, GAP.openHouse + 1, 1, DAYS_AHEAD_MAX);
  const hour = whole(hash, GAP.openHouse + 2, 1, 3);
  const at = (hours: number) => `${isoDate(day)}T${hours + 12}:00:00`;
  const startMs = pacificMidnightMs(day) + (hour + 12) * HOUR_MS;
  const until = hour + OPEN_HOURS;
  return {
    card: {
      hasOpenHouse: true,
      openHouseStartDate: at(hour),
      openHouseEndDate: at(until),
      openHouseDescription: `Open House - ${hour}:00 - ${until}:00 PM`,
    },
    info: {
      openHouse: `${WEEKDAYS[(day + FIRST_WEEKDAY) % WEEKDAYS.length]} ${hour}-${until}pm`,
      open_house_info: {
        open_house_showing: [
          { open_house_start: startMs, open_house_end: startMs + OPEN_HOURS * HOUR_MS },
        ],
      },
    },
  };
}

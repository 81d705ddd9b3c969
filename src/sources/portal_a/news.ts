/** News on a card: the last price change, the date of availability, the next open house. */
import { usd } from '#contract/field.js';
import type { Money } from '#contract/values.js';
import { isDay } from '#domain/days.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { type MemberExpectation, member, type RowView, type Twin, twin } from '../expectations.js';
import {
  listOf,
  momentOf,
  numberOf,
  numberOr,
  type Raw,
  rawOf,
  shapeOf,
  textOf,
  textOr,
} from '../raw-values.js';
import { pacificDay } from './days.js';
import { asView, gapOf, type View } from './view.js';

/** A day, alone or before a time of day: "2026-11-06T12:00:00", "2026-09-01 00:00:00". */
const DAY = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/;

interface LastChange {
  /** Dollars, below zero for a cut. */
  readonly amount: Money | Absent;
  readonly day: string | Absent;
}

/** The last price change that the source itself reports. */
export function lastPriceChange(view: View): LastChange {
  const { card, info } = view;
  const sent = numberOf(info.priceChange, card.priceChange);
  if (typeof sent !== 'number') return neither(sent ?? absent(gapOf(view, 'priceChange')));
  if (sent === 0) return neither(absent('not_reported'));
  const price = numberOr(card.unformattedPrice, info.price);
  if (price !== undefined && price > 0 && price - sent <= 0) {
    return neither(absent('implausible', `The source sent ${sent} beside a price of ${price}.`));
  }
  const ms = momentOf(info.datePriceChanged, card.datePriceChanged);
  const day = typeof ms === 'number' ? pacificDay(ms) : (ms ?? absent('not_reported'));
  return { amount: usd(sent), day };
}

const neither = (reason: Absent): LastChange => ({ amount: reason, day: reason });

/** The day from which a rental is available; a home for sale has none. */
export function availableDate(view: View, isRental: boolean): string | Absent {
  if (!isRental) return absent('not_applicable');
  const { card, info } = view;
  return dayIn(card.availabilityDate, info.availabilityDate) ?? gap(view, 'availabilityDate');
}

/** The next open house in the source's words, "Sat. 1-3pm", and its local day. */
export function openHouse(view: View): {
  readonly words: string | Absent;
  readonly day: string | Absent;
} {
  const { card, info } = view;
  const words = textOf(info.openHouse, card.openHouse) ?? gap(view, 'openHouse');
  return { words, day: dayIn(card.openHouseStartDate) ?? shownDay(view) ?? gap(view, 'openHouse') };
}

/** The record writes the local time of day as if it were Pacific time. */
function shownDay({ info }: View): string | Absent | undefined {
  const [showing] = listOf(rawOf(info.open_house_info).open_house_showing);
  const ms = momentOf(rawOf(showing).open_house_start);
  return typeof ms === 'number' ? pacificDay(ms) : ms;
}

function dayIn(...candidates: readonly unknown[]): string | Absent | undefined {
  const text = textOf(...candidates);
  if (text === undefined || isAbsent(text)) return text;
  const day = DAY.exec(text)?.[1];
  return day !== undefined && isDay(day) ? day : absent('unreadable', shapeOf(text));
}

const gap = (view: View, name: string): Absent => absent(gapOf(view, name));

const infoOf = (view: RowView): Raw => rawOf(view.info);
/** A price cut in the page's words, "$28,000 (Oct 31)". */
const CUT = /^\$([\d,]+) \((\w{3} \d{1,2})\)$/;
const MONTH_AND_DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const cutIn = (view: RowView) => CUT.exec(textOr(infoOf(view).priceReduction) ?? '');
const isCut = (view: RowView): boolean => cutIn(view) !== null;

/** The members of news, for the table of expectations: some listings have them. */
export const NEWS: readonly MemberExpectation[] = [
  member('info.priceChange | card.priceChange', 'extras.last_price_change', 0.95, {
    applies: isCut,
    has: ({ info, card }) =>
      numberOr(rawOf(info).priceChange, rawOf(card).priceChange) !== undefined,
    carried: true,
  }),
  member('info.datePriceChanged', 'extras.last_price_change_date', 0.95, {
    applies: isCut,
    has: ({ info }) => typeof momentOf(rawOf(info).datePriceChanged) === 'number',
    carried: true,
  }),
  member('info.openHouse | card.openHouse', 'extras.open_house'),
  member('card.openHouseStartDate | info.open_house_info', 'extras.open_house_date'),
];

/** Members of a listing's news that state the same fact. */
export const NEWS_TWINS: readonly Twin[] = [
  twin('priceChange and priceReduction', 'extras.last_price_change', (view) => {
    const cut = cutIn(view)?.[1];
    const change = numberOr(infoOf(view).priceChange);
    return cut === undefined || change === undefined
      ? null
      : change === -Number(cut.replaceAll(',', ''));
  }),
  twin('datePriceChanged and priceReduction', 'extras.last_price_change_date', (view) => {
    const shown = cutIn(view)?.[2];
    const { day } = lastPriceChange(asView(view));
    return shown === undefined || isAbsent(day)
      ? null
      : MONTH_AND_DAY.format(new Date(day)) === shown;
  }),
  twin('openHouseStartDate and open_house_info', 'extras.open_house_date', (view) => {
    const card = dayIn(rawOf(view.card).openHouseStartDate);
    const record = shownDay(asView(view));
    return typeof card === 'string' && typeof record === 'string' ? card === record : null;
  }),
];

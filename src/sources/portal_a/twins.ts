/** Members of this source's rows that state the same fact twice. */
import { DAY_MS } from '#contract/durations.js';
import { near, type RowView, same, type Twin, twin } from '../expectations.js';
import { numberOr, type Raw, rawOf, textOr } from '../raw-values.js';
import { statusGroup, typeAgrees } from './codes.js';
import { saleDaysAgree } from './days.js';
import { NEWS_TWINS } from './news.js';
import { asView, isHome } from './view.js';

/** Days derived from an age and days sent may begin at different midnights. */
const DAYS_SLACK = 1;
/** Sale prices are rounded for display: "$1.08M". */
const ROUNDED = 0.06;
const DEGREES_SLACK = 0.01;

const card = (view: RowView): Raw => rawOf(view.card);
const info = (view: RowView): Raw => rawOf(view.info);

const PRICES = 'list_price rent_monthly sale_price price_per_sqft';
const AGES = 'list_date days_on_market extras.days_on_zillow';

/** A member of the card and the same one of its homeInfo. */
const pair = (
  fields: string,
  onCard: string,
  inInfo: string,
  agree: (a: unknown, b: unknown) => boolean | null,
): Twin =>
  twin(`${onCard} and homeInfo.${inInfo}`, fields, (view) =>
    card(view) === info(view) ? null : agree(card(view)[onCard], info(view)[inInfo]),
  );

export const TWINS: readonly Twin[] = [
  twin('unformattedPrice and price', PRICES, (view) =>
    isHome(view) ? near(card(view).unformattedPrice, shownPrice(view), 0.001) : null,
  ),
  twin('unformattedPrice and soldPrice', PRICES, (view) =>
    near(exactPrice(view), roundedPrice(textOr(card(view).soldPrice)), ROUNDED),
  ),
  twin('unformattedPrice and homeInfo.price', PRICES, (view) =>
    isHome(view) ? near(card(view).unformattedPrice, info(view).price, 0.001) : null,
  ),
  twin('the price and its currency', PRICES, inDollars),
  twin('the price and its period', PRICES, byTheMonth),
  pair('beds', 'beds', 'bedrooms', (a, b) => near(a, b, 0)),
  pair('baths', 'baths', 'bathrooms', (a, b) => near(a, b, 0)),
  pair('living_area_sqft price_per_sqft', 'area', 'livingArea', (a, b) => near(a, b, 0.02)),
  pair('address.zip', 'addressZipcode', 'zipcode', (a, b) => same(zip5(a), zip5(b))),
  pair('address.state', 'addressState', 'state', same),
  pair('address.city', 'addressCity', 'city', same),
  twin('latLong and homeInfo.latitude', 'location', (view) => {
    const point = rawOf(card(view).latLong);
    const [lat, lng] = [info(view).latitude, info(view).longitude];
    if (![point.latitude, point.longitude, lat, lng].every(isNumber)) return null;
    return (
      Math.abs(Number(point.latitude) - Number(lat)) <= DEGREES_SLACK &&
      Math.abs(Number(point.longitude) - Number(lng)) <= DEGREES_SLACK
    );
  }),
  twin('zpid and homeInfo.zpid', '', (view) =>
    isHome(view) ? same(idText(card(view).zpid), idText(info(view).zpid)) : null,
  ),
  twin('zpid and detailUrl', '', (view) => {
    const url = textOr(card(view).detailUrl);
    const zpid = idText(card(view).zpid);
    if (!isHome(view) || url === undefined || !/^\d+$/.test(zpid ?? '')) return null;
    // A flat may link to its building's page, a plan to its community's: then there is no id to
    // compare.
    return same(zpid, /\/(\d+)_zpid/.exec(url)?.[1]);
  }),
  // A home's page keeps the ZIP of its first listing.
  twin(
    'addressZipcode and detailUrl',
    '',
    (view) => {
      const zip = /-[A-Z]{2}-(\d{5})\/\d+_zpid/.exec(textOr(card(view).detailUrl) ?? '')?.[1];
      return same(zip, zip5(card(view).addressZipcode));
    },
    { often: true },
  ),
  twin('addressStreet and homeInfo.streetAddress', '', (view) => {
    const [shown, exact] = [card(view).addressStreet, info(view).streetAddress].map(houseNumber);
    return card(view) === info(view) ? null : same(shown, exact);
  }),
  twin('the street and detailUrl', '', (view) => {
    const inUrl = /\/homedetails\/(\d+)-/.exec(textOr(card(view).detailUrl) ?? '')?.[1];
    return same(houseNumber(textOr(card(view).addressStreet, info(view).streetAddress)), inUrl);
  }),
  twin('homeType and statusText', 'property_type', (view) => typeAgrees(asView(view))),
  twin('timeOnZillow and daysOnZillow', AGES, (view) => {
    const [ms, days] = [numberOr(info(view).timeOnZillow), numberOr(info(view).daysOnZillow)];
    if (ms === undefined || days === undefined || ms < 0 || days < 0) return null;
    return Math.abs(ms / DAY_MS - days) <= DAYS_SLACK + 1;
  }),
  twin('dateSold and flexFieldText', 'sold_date', (view) => saleDaysAgree(asView(view))),
  twin('statusType and homeStatus', '', (view) =>
    same(statusGroup(card(view).statusType), statusGroup(info(view).homeStatus)),
  ),
  ...NEWS_TWINS,
];

/** The number at the start of a street line. */
const houseNumber = (street: unknown): string | undefined =>
  /^(\d+)\b(?!-)/.exec(textOr(street) ?? '')?.[1];
const isNumber = (value: unknown): boolean => typeof value === 'number';
const zip5 = (value: unknown): string | undefined => textOr(value)?.slice(0, 5);
const idText = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : textOr(value);

/** An exact display price of a home: "$224,900", "$2,600/mo". */
function shownPrice(view: RowView): number | undefined {
  const figure = /^\$\s?(\d[\d,]*(?:\.\d{1,2})?)(?:\/mo)?$/i.exec(
    textOr(card(view).price) ?? '',
  )?.[1];
  return figure === undefined ? undefined : Number(figure.replaceAll(',', ''));
}

const exactPrice = (view: RowView): number | undefined =>
  numberOr(card(view).unformattedPrice, info(view).price);

/** "$1.08M", "$825K", "$650,000". */
function roundedPrice(text: string | undefined): number | undefined {
  const [, figure, unit] = /^\$\s?(\d[\d,]*(?:\.\d+)?)([KM])?$/i.exec(text ?? '') ?? [];
  if (figure === undefined) return undefined;
  const scale = { k: 1_000, m: 1_000_000 }[unit?.toLowerCase() ?? ''] ?? 1;
  return Number(figure.replaceAll(',', '')) * scale;
}

/** Whether the sign before the figure is the dollar, and the row names no other currency. */
function inDollars(view: RowView): boolean | null {
  const text = textOr(card(view).price, card(view).soldPrice);
  const sign = textOr(card(view).countryCurrency);
  if (sign !== undefined && sign !== '$') return false;
  const shown = /^(?:from\s+)?([^\d\s]+)\s?\d/i.exec(text ?? '')?.[1];
  return shown === undefined ? null : shown === '$';
}

/** Whether the period of a price, if it names one, is a month. */
function byTheMonth(view: RowView): boolean | null {
  const period = /\d\+?\s*\/\s*([a-z]+)/i.exec(textOr(card(view).price) ?? '')?.[1];
  return period === undefined ? null : /^mo/i.test(period);
}

/** The layer of a county's sales: a row a deed, with the point of the home. */
import { DAY_MS } from '#contract/durations.js';
import { hashText, unit } from '../data/chance.js';
import { keepsSalePrices } from '../data/disclosure.js';
import { type Home, LAND_USES } from '../data/home.js';
import { addressOf } from '../data/names.js';
import { PORTAL_SALTS } from '../data/salts.js';
import { portalId } from '../data/synthetic-data.js';
import type { Layer } from './layer.js';
import type { Attributes } from './where.js';

const NAME = 'open_data';
/** The name of the set: ids of rows begin with it. */
const SET = 'synthetic-sales';

const NAME_HASH = hashText(NAME, 1);
/** The share of deeds with a price that is written for the form, and that price in dollars. */
const NOMINAL_SHARE = 0.03;
const NOMINAL_PRICE = 10;
const EMPTY_SHARE = 0.05;
const SALT = { nominal: PORTAL_SALTS, beds: PORTAL_SALTS + 1, built: PORTAL_SALTS + 2 } as const;
/** Larger than any day since 1970, so that a home that is sold twice has two keys. */
const DAYS = 100_000;

export const SALES: Layer = {
  path: '/arcgis/rest/services/County/Sales/FeatureServer/0',
  name: 'Sales',
  fields: {
    OBJECTID: 'OID',
    SALE_ID: 'String',
    PARCEL_ID: 'String',
    SALE_DATE: 'Date',
    SALE_PRICE: 'Double',
    QUALIFIED: 'String',
    SITE_ADDRESS: 'String',
    SITE_UNIT: 'String',
    SITE_CITY: 'String',
    SITE_STATE: 'String',
    SITE_ZIP: 'String',
    USE_CODE: 'String',
    BEDROOMS: 'SmallInteger',
    BATHS: 'Double',
    HEATED_AREA: 'Integer',
    LOT_AREA: 'Integer',
    YEAR_BUILT: 'SmallInteger',
  },
  zip: 'SITE_ZIP',
  trade: 'sold',
  attributesOf,
};

export const isSale = (home: Home): boolean => home.form === 'home' && home.sold_day !== null;

/** The id of a sale in the rows of a collector. */
export const saleRowId = (home: Home): string => `${SET}:${saleId(home)}`;

/** The price of a sale in dollars; null where the law or the form hides it. */
export const shownPrice = (home: Home): number | null =>
  isNominal(home) || keepsSalePrices(home.plot.zip.state) ? null : home.sale_price;

const drawOf = (home: Home, salt: number): number => unit(home.hash ^ NAME_HASH, salt);
const isNominal = (home: Home): boolean => drawOf(home, SALT.nominal) < NOMINAL_SHARE;
const saleId = (home: Home): string => `${portalId(home, NAME)}-${home.sold_day}`;

function attributesOf(home: Home): Attributes | null {
  if (!isSale(home) || home.sold_day === null) return null;
  const { line1, unit: door, city, state, zip } = addressOf(home);
  const withGap = (salt: number, value: number | null) =>
    drawOf(home, salt) < EMPTY_SHARE ? null : value;
  const written = isNominal(home) ? NOMINAL_PRICE : home.sale_price;
  return {
    OBJECTID: portalId(home, NAME) * DAYS + home.sold_day,
    SALE_ID: saleId(home),
    PARCEL_ID: String(portalId(home, NAME)),
    SALE_DATE: home.sold_day * DAY_MS,
    SALE_PRICE: keepsSalePrices(home.plot.zip.state) ? null : written,
    QUALIFIED: isNominal(home) ? 'U' : 'Q',
    SITE_ADDRESS: line1,
    SITE_UNIT: door,
    SITE_CITY: city,
    SITE_STATE: state,
    SITE_ZIP: zip,
    USE_CODE: LAND_USES[home.type],
    BEDROOMS: withGap(SALT.beds, home.beds),
    BATHS: home.baths,
    HEATED_AREA: home.area_sqft,
    LOT_AREA: home.lot_sqft,
    YEAR_BUILT: withGap(SALT.built, home.year_built),
  };
}

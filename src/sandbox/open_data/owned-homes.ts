/** The layer of the homes for sale of a public body. */
import { DAY_MS } from '#contract/durations.js';
import { hashText, unit } from '../data/chance.js';
import { type Home, MICRO } from '../data/home.js';
import { addressOf } from '../data/names.js';
import { PORTAL_SALTS } from '../data/salts.js';
import { portalId } from '../data/synthetic-data.js';
import type { Layer } from './layer.js';
import type { Attributes } from './where.js';

const NAME = 'open_data';
/** The name of the set: ids of rows begin with it. */
const SET = 'hud-homes-for-sale';

const NAME_HASH = hashText(NAME, 0);
/** The share of the homes for sale that the body owns. */
const OWNED_SHARE = 0.25;
const SALT = { owned: PORTAL_SALTS, step: PORTAL_SALTS + 2, held: PORTAL_SALTS + 4 } as const;
/** A home that nobody has bought yet, and a sale in process. */
const LISTED = 6;
const IN_PROCESS = 7;

export const OWNED_HOMES: Layer = {
  path: '/arcgis/rest/services/cpdmaps/HudSfReo/MapServer/1',
  name: 'Homes for sale',
  fields: {
    OBJECTID: 'OID',
    CASE_NUM: 'String',
    CASE_STEP_NUMBER: 'SmallInteger',
    ADDRESS: 'String',
    CITY: 'String',
    STATE_CODE: 'String',
    DISPLAY_ZIP_CODE: 'String',
    MAP_LATITUDE: 'Double',
    MAP_LONGITUDE: 'Double',
    DATE_ACQUIRED: 'Date',
  },
  zip: 'DISPLAY_ZIP_CODE',
  trade: 'listings',
  attributesOf: (home) => (isOwned(home) ? attributesOf(home) : null),
};

const drawOf = (home: Home, salt: number): number => unit(home.hash ^ NAME_HASH, salt);
export const isOwned = (home: Home): boolean =>
  home.form === 'home' && home.type !== 'land' && drawOf(home, SALT.owned) < OWNED_SHARE;

/** The id of a home in the rows of a collector. */
export const caseRowId = (home: Home): string => `${SET}:${caseOf(home)}`;

/** The number of a case: an office, and a number. */
function caseOf(home: Home): string {
  const digits = String(portalId(home, NAME));
  return `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

function attributesOf(home: Home): Attributes {
  const { line1, unit: door, city, state, zip } = addressOf(home);
  const held = 30 + Math.floor(drawOf(home, SALT.held) * 300);
  return {
    OBJECTID: portalId(home, NAME),
    CASE_NUM: caseOf(home),
    CASE_STEP_NUMBER:
      home.status === 'pending' ? IN_PROCESS + Math.floor(drawOf(home, SALT.step) * 3) : LISTED,
    ADDRESS: door === null ? line1 : `${line1} ${door}`,
    CITY: city,
    STATE_CODE: state,
    DISPLAY_ZIP_CODE: zip,
    MAP_LATITUDE: home.y / MICRO,
    MAP_LONGITUDE: home.x / MICRO,
    DATE_ACQUIRED: (home.list_day - held) * DAY_MS,
  };
}

/** Where a home is: its address in parts, and its point. */
import type { ListingRow } from '#contract/rows.js';
import type { Location } from '#contract/values.js';
import { type Absent, absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { splitUnit } from '#domain/street-address.js';
import { type Borough, nycBorough } from '#geo/index.js';
import { pointAt, stateIn, zipIn } from '../home-values.js';
import { isRaw, numberOf, type Raw, rawOf, shapeOf, textOf } from '../raw-values.js';
import { HIDDEN, NOT_ON_PAGE, NOT_REPORTED } from '../reasons.js';
import { type BuildingView, unitOf } from './building.js';

type AddressRead = ParsedRow<ListingRow<'nyc_portal', 'listings'>>['address'];

const UNDISCLOSED = /undisclosed|not disclosed|withheld|address (?:not |un)available/i;
const HOME_STATE = 'NY';
const NJ_ZIP = /^0[78]/;

/**
 * The city that mail to a borough is addressed to. Queens has a post office name for every part,
 * which the search page does not show: the borough's name is used for all, and the ZIP
 * distinguishes them.
 */
const CITIES: Readonly<Record<Borough, string>> = {
  Manhattan: 'New York',
  Bronx: 'Bronx',
  Brooklyn: 'Brooklyn',
  Queens: 'Queens',
  'Staten Island': 'Staten Island',
};
/** ZIPs on the city's border: homes of this source there are on the Queens side. */
const BORDER_ZIPS = new Set(['11001', '11040']);

export function addressOf(node: Raw, building: BuildingView): AddressRead {
  const zip = zipOf(node);
  const street = streetOf(node);
  const known = typeof building.unit === 'string' ? building.unit : undefined;
  const { line1, unit } =
    typeof street === 'string' ? splitUnit(street, known) : { line1: street, unit: undefined };
  const sent = unitOf(building);
  return {
    line1,
    unit: isHidden(street) ? HIDDEN : building.unit === undefined ? (unit ?? sent) : sent,
    city: isAbsent(zip) ? NOT_ON_PAGE : (cityOf(zip) ?? NOT_ON_PAGE),
    state: stateOf(node),
    zip,
    county: NOT_ON_PAGE,
    county_fips: NOT_ON_PAGE,
  };
}

/** Whether the home is outside the state: searches also show homes across the river. */
export function isElsewhere(node: Raw): boolean {
  const state = stateOf(node);
  if (!isAbsent(state)) return state !== HOME_STATE;
  const zip = zipOf(node);
  return !isAbsent(zip) && NJ_ZIP.test(zip);
}

/** The street line. Every home has one, so a row without it hides it. */
export function streetOf(node: Raw): string | Absent {
  const street = textOf(node.street);
  if (street === undefined) return 'street' in node ? HIDDEN : NOT_REPORTED;
  return typeof street === 'string' && UNDISCLOSED.test(street) ? HIDDEN : street;
}

export const zipOf = (node: Raw): string | Absent => zipIn(textOf(node.zipCode) ?? NOT_REPORTED);

/** The point of the home; a hidden address hides it too. */
export function locationOf(node: Raw): Location | Absent {
  const { geoPoint } = node;
  if (geoPoint !== undefined && geoPoint !== null && !isRaw(geoPoint)) {
    return absent('unreadable', shapeOf(geoPoint));
  }
  const { latitude, longitude } = rawOf(geoPoint);
  const point = pointAt(numberOf(latitude), numberOf(longitude));
  return point ?? (isHidden(streetOf(node)) ? HIDDEN : NOT_REPORTED);
}

const isHidden = (street: string | Absent): boolean => street === HIDDEN;

function cityOf(zip: string): string | undefined {
  const borough = BORDER_ZIPS.has(zip) ? 'Queens' : nycBorough(zip);
  return borough === undefined ? undefined : CITIES[borough];
}

const stateOf = (node: Raw): string | Absent => stateIn(textOf(node.state) ?? NOT_REPORTED);

/**
 * The source's own places. The completion of its search field, at another address, turns a name
 * into an id; the state call, or the page of a search, then shows the id's place and its bounds.
 * The token is `id/type`, as both are in the search state.
 */
import { type Box, boxOfEdges } from '#domain/box.js';
import { normalName } from '#domain/names.js';
import { isTooLarge, mistakeIn } from '#domain/outline.js';
import {
  changedAnswer,
  type PlaceAsk,
  type SourcePlace,
  type SourcePlaces,
  type SourceProfile,
} from '../driver.js';
import { jsonOf } from '../json-body.js';
import { isRaw, listOf, numberOr, type Raw, rawOf, textOr } from '../raw-values.js';
import { searchStateIn } from './body.js';
import { asksPages, pageRequest, stateCall } from './entries.js';

const TYPES = { zip: 7, city: 6 } as const;
const WORDS = { zip: 'zipcode', city: 'city' } as const;
const TOKEN = /^([1-9]\d{0,9})(?:\/(\d))?$/;
/** Places and addresses, as clients that look up places request. Addresses may come first. */
const RESULT_TYPES = 'allSuggestions';
const RESULTS_MAX = 10;
/** A search needs a map box; this one covers the whole country. */
const EVERYWHERE = { west: -180, east: -60, south: 10, north: 75 };

export const PLACES = {
  readToken: (text, form) => {
    const [, id, type = String(TYPES[form])] = TOKEN.exec(text) ?? [];
    return id !== undefined && Number(type) === TYPES[form] ? `${Number(id)}/${type}` : null;
  },
  tokenExample: 'its regionId, such as 92656, or with its regionType, 92656/7',
  find: (ask) => ({
    method: 'GET',
    path: `/autocomplete/v3/suggestions?${new URLSearchParams({
      q: wordsOf(ask),
      resultTypes: RESULT_TYPES,
      resultCount: String(RESULTS_MAX),
    }).toString()}`,
    headers: { accept: 'application/json' },
    body: null,
  }),
  readFound: (body, ask) => {
    const { results } = rawOf(jsonOf('portal_a', body));
    if (!Array.isArray(results)) throw changed('the list of places is missing');
    const match = results.map((result) => rawOf(rawOf(result).metaData)).find(isFor(ask));
    const id = numberOr(match?.regionId);
    if (id === undefined) return null;
    const token = `${id}/${TYPES[ask.form]}`;
    if (!TOKEN.test(token))
      throw changed('the id of a place is not a whole number of up to ten digits');
    return token;
  },
  check: { request: requestFor, read: readChecked },
} as const satisfies SourcePlaces;

function requestFor(token: string, ask: PlaceAsk, options: SourceProfile['options']) {
  const state = {
    pagination: {},
    isMapVisible: true,
    mapBounds: EVERYWHERE,
    regionSelection: regionOf(token),
    filterState: {},
  };
  return asksPages(options)
    ? pageRequest(state, wordsOf(ask))
    : stateCall(state, { regionResults: ['regionResults'] });
}

function readChecked(body: string, token: string, ask: PlaceAsk): SourcePlace | null {
  const state = rawOf(rawOf(searchStateIn(body)).regionState);
  const [region] = listOf(state.regionInfo);
  if (!isRaw(region)) throw changed('the kind of a place is missing');
  const label = textOr(region.regionName) ?? '';
  const isAsked =
    `${numberOr(region.regionId)}/${numberOr(region.regionType)}` === token &&
    isNamed(ask, ask.form === 'city' ? label.replace(STATE_AFTER, '') : label);
  return isAsked ? { token, label, box: boxIn(rawOf(state.regionBounds)) } : null;
}

/** The token as a member of the search state. */
export function regionOf(token: string): readonly object[] {
  const [regionId, regionType] = token.split('/').map(Number);
  return [{ regionId, regionType }];
}

const wordsOf = ({ names, state }: PlaceAsk): string =>
  state === null ? (names[0] ?? '') : `${names[0]}, ${state}`;

const isFor =
  (ask: PlaceAsk) =>
  (found: Raw): boolean =>
    found.regionType === WORDS[ask.form] &&
    (ask.form === 'zip'
      ? isNamed(ask, textOr(found.zipCode) ?? '')
      : isNamed(ask, textOr(found.city) ?? '') && textOr(found.state) === ask.state);

const isNamed = ({ form, names }: PlaceAsk, name: string): boolean =>
  names.includes(form === 'zip' ? name : normalName(name));

/** A city is named with or without its state: `Austin TX`, `Austin, TX`. */
const STATE_AFTER = /,? [A-Z]{2}$/;

/** The box of a place; null where the bounds are missing or cannot be a place's. */
function boxIn(bounds: Raw): Box | null {
  const [west, south, east, north] = [bounds.west, bounds.south, bounds.east, bounds.north].map(
    (edge) => numberOr(edge),
  );
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return null;
  const edges = { west, south, east, north };
  return mistakeIn(edges) === null && !isTooLarge(edges) ? boxOfEdges(edges) : null;
}

const changed = changedAnswer('portal_a');

/**
 * The source's own places. The completion of its search field returns a type and an id; its search
 * takes the same id under another type, and answers for another place if the two do not match. The
 * token is `id/type`, as the search takes both.
 */
import { normalName } from '#domain/names.js';
import { changedAnswer, type PlaceAsk, type SourcePlaces } from '../driver.js';
import { listOf, type Raw, rawOf, textOr } from '../raw-values.js';
import { payloadIn } from './answer.js';

/** Each form's type in the completion and in the search. */
const TYPES = {
  zip: { found: '4', asked: 2 },
  city: { found: '2', asked: 6 },
} as const;
const ID = /^(\d{1,2})_([1-9]\d{0,9})$/;
const TOKEN = /^([1-9]\d{0,9})(?:\/(\d))?$/;
const RESULTS_MAX = 10;

export const PLACES: SourcePlaces = {
  instead: true,
  readToken: (text, form) => {
    const [, id, type = String(TYPES[form].asked)] = TOKEN.exec(text) ?? [];
    return id !== undefined && Number(type) === TYPES[form].asked ? `${Number(id)}/${type}` : null;
  },
  tokenExample: 'its region_id, such as 38103, or with its region_type, 38103/2',
  find: (ask) => ({
    method: 'GET',
    path: `/stingray/do/location-autocomplete?${new URLSearchParams({
      location: wordsOf(ask),
      start: '0',
      count: String(RESULTS_MAX),
      v: '2',
      iss: 'false',
      ooa: 'true',
      mrs: 'false',
    }).toString()}`,
    headers: { accept: 'application/json' },
    body: null,
  }),
  readFound: (body, ask) => {
    const { sections, exactMatch } = payloadIn(body);
    if (sections !== undefined && !Array.isArray(sections)) {
      throw changedAnswer('portal_b')('the list of places is missing');
    }
    const listed = listOf(sections).flatMap((section) => listOf(rawOf(section).rows));
    for (const place of [exactMatch, ...listed].map(rawOf)) {
      const [, type, id] = ID.exec(textOr(place.id) ?? '') ?? [];
      const { found, asked } = TYPES[ask.form];
      if (type === found && isNamed(ask, place)) return `${id}/${asked}`;
    }
    return null;
  },
};

/** The token as parameters of the search. */
export function regionOf(token: string): readonly (readonly [name: string, value: string])[] {
  const [id = '', type = ''] = token.split('/');
  return [
    ['region_id', id],
    ['region_type', type],
  ];
}

const wordsOf = ({ names, state }: PlaceAsk): string =>
  state === null ? (names[0] ?? '') : `${names[0]}, ${state}`;

/** A city is named "Seattle"; its state follows: "Seattle, WA, USA". */
function isNamed({ form, names, state }: PlaceAsk, { name, subName }: Raw): boolean {
  const text = textOr(name) ?? '';
  if (form === 'zip') return names.includes(text);
  const words = (textOr(subName) ?? '').split(', ');
  return names.includes(normalName(text)) && state !== null && words.includes(state);
}

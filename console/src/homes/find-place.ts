/** The place of a question: a city or county that was named without its state gets one, openly. */
import { readQuestion } from '#contract/question/read-question.js';
import { normal, type Suggestion, suggestPlaces } from '../search/places.js';
import { formOf, type HomesAsk } from './ask.js';

export interface Understood {
  readonly ask: HomesAsk;
  /** Words that mean nothing here. */
  readonly unread: readonly string[];
  /** Other places of the same name, the larger first. */
  readonly others: readonly Suggestion[];
  /** Why there is no answer yet: shown beside the box. */
  readonly problem: string | null;
}

/** Reads a question. `before` is the last one: without a place of its own, that place stays. */
export async function understand(text: string, before: HomesAsk): Promise<Understood> {
  const { query, unread } = readQuestion(text, new Date());
  const ask: HomesAsk = { kind: 'listings', ...query };
  if (formOf(ask) !== null) return { ask, unread, others: [], problem: null };
  const name = ask.city ?? ask.county;
  if (name === undefined) {
    const { zip, city, county, state, bbox, lat, lng, radius_mi } = before;
    const place = { zip, city, county, state, bbox, lat, lng, radius_mi };
    const kept = Object.entries(place).filter(
      (one): one is [string, string] => one[1] !== undefined,
    );
    const problem = kept.length > 0 ? null : WHERE;
    return { ask: { ...ask, ...Object.fromEntries(kept) }, unread, others: [], problem };
  }
  const found = await placesNamed(name, ask.county === undefined ? 'place' : 'county');
  const [first, ...others] = found;
  if (first === undefined) {
    return { ask, unread, others: [], problem: `No place is called ${name}. ${WHERE}` };
  }
  return { ask: atPlace(ask, first), unread, others, problem: null };
}

const WHERE = 'Say where: a ZIP code, a city with its state such as Austin, TX, or a county.';

/** The same question about another place. */
export function atPlace(ask: HomesAsk, { kind, name, state }: Suggestion): HomesAsk {
  const { zip: _zip, city: _city, county: _county, state: _state, ...others } = ask;
  return { ...others, [kind]: name, ...(kind !== 'zip' && { state }) };
}

/** Places with exactly this name. */
async function placesNamed(name: string, form: 'place' | 'county'): Promise<readonly Suggestion[]> {
  const found = await suggestPlaces(name, form, false);
  return found.filter((place) => bare(place.name) === bare(name));
}

const bare = (name: string): string => normal(name).replace(/ (county|parish|borough)$/, '');

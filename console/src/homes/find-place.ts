/** The place of a question: a city or county that was named without its state gets one, openly. */
import { readQuestion } from '#contract/question/read-question.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { EMPTY_DRAFT, withRoute } from '../search/draft.js';
import { NUMBER_FILTERS } from '../search/filter-table.js';
import { daysText } from '../search/filter-words.js';
import { placesCalled, type Suggestion } from '../search/places.js';
import { writeLink } from '../shell/link.js';
import { routeTitle, spaced } from '../text/labels.js';
import { atPlace, formOf, type HomesAsk, placeOf, withoutPlace } from './ask.js';

export interface Understood {
  readonly ask: HomesAsk;
  /** Words that mean nothing here. */
  readonly unread: readonly string[];
  /** Other places of the same name, the larger first. */
  readonly others: readonly Suggestion[];
  /** Why there is no answer yet: shown beside the box. */
  readonly problem: string | null;
  /** The search that answers it in place of this page: sold homes are asked by source. */
  readonly search: OfferedSearch | null;
}

export interface OfferedSearch {
  /** "Portal A · Sold". */
  readonly title: string;
  readonly link: string;
  /** Filters that the source does not take. */
  readonly left: readonly string[];
  /** "3 years": where the source does not take the period of the question. */
  readonly period: string | null;
}

/** A question as it is read, before its place is known. */
type Read = Omit<Understood, 'search'>;

/** Reads a question. `before` is the last one: without a place of its own, that place stays. */
export async function understand(text: string, before: HomesAsk): Promise<Understood> {
  const read = await readWithPlace(text, before);
  return { ...read, search: read.problem === null ? searchOf(read.ask) : null };
}

/** The search of sold homes that takes most of a question; null for other questions. */
function searchOf({ kind, sort: _sort, ...ask }: HomesAsk): OfferedSearch | null {
  const form = kind === 'sold' ? formOf(ask) : null;
  if (form === null) return null;
  const routes: readonly SearchRoute[] = SEARCH_ROUTES;
  const [best] = routes
    .filter((route) => route.kind === 'sold' && route.forms.includes(form))
    .map((route) => ({ route, left: leftBy(route, ask) }))
    .sort((a, b) => a.left.length - b.left.length);
  if (best === undefined) return null;
  const { sold_within_days: days, ...values } = ask;
  const { sold_windows: windows } = best.route;
  const window = windows.find((each) => each >= Number(days)) ?? windows.at(-1);
  const asked =
    days === undefined || window === undefined
      ? values
      : { ...values, sold_within_days: String(window) };
  const draft = withRoute({ ...EMPTY_DRAFT, form, values: asked }, best.route.id);
  const isOther = days !== undefined && window !== undefined && window !== Number(days);
  return {
    title: routeTitle(best.route),
    link: writeLink(draft, []),
    left: best.left,
    period: isOther ? daysText(window) : null,
  };
}

/** Filters of a question that a route does not take, by their titles. */
const leftBy = ({ params }: SearchRoute, ask: HomesAsk): string[] =>
  Object.keys(ask)
    .filter((name) => !params.some((one) => one === name))
    .map((name) => NUMBER_FILTERS.find((one) => one.name === name)?.title ?? spaced(name));

async function readWithPlace(text: string, before: HomesAsk): Promise<Read> {
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
  const found = await placesCalled(name, ask.county === undefined ? 'place' : 'county');
  const [first, ...others] = found;
  if (first === undefined) {
    return { ask, unread, others: [], problem: `No place is called ${name}. ${WHERE}` };
  }
  return { ask: atPlace(ask, first), unread, others, problem: null };
}

/** The same question about a place in words; with a problem it stays about its own. */
export async function moveTo(text: string, ask: HomesAsk): Promise<Understood> {
  const { ask: read, others, problem } = await readWithPlace(`in ${text}`, {});
  if (problem !== null) return { ask, unread: [], others, problem, search: null };
  const moved = { ...withoutPlace(ask), ...placeOf(read) };
  return { ask: moved, unread: [], others, problem, search: searchOf(moved) };
}

/** The names of places could not be loaded. */
export const unplaced = (ask: HomesAsk): Understood => ({
  ask,
  unread: [],
  others: [],
  problem: 'The names of places could not be loaded. Name a ZIP code, or a city with its state.',
  search: null,
});

const WHERE = 'Say where: a ZIP code, a city with its state such as Austin, TX, or a county.';

/** The homes of a new batch: what each is looked up by, and where. */
import type { NewLookupBatch } from '#contract/operations/lookups.js';
import { LOOKUP_PARAMS } from '#contract/params.js';
import type { LookupRoute } from '#contract/routes.js';
import type { ReadLookup } from '#domain/lookup.js';
import type { AskedPlace } from '#domain/search.js';
import type { StoredBatchHome } from '#store/lookup-batch-homes.js';
import type { Parts } from '../app.js';
import { type LocatedHome, locateHomes } from '../search/parse-lookup.js';

/** From this many homes in one ZIP code on, it is read instead of the surroundings of each. */
const ZIP_FROM_HOMES = 5;

type NewBatchHome = NewLookupBatch['homes'][number];

/** The homes in order, each pending, or with the outcome that its text determines. */
export async function readHomes(
  app: Parts<'client' | 'db' | 'geo'>,
  route: LookupRoute,
  queries: readonly NewBatchHome[],
): Promise<readonly StoredBatchHome[]> {
  const lookups = queries.map(lookupOfQuery);
  const faults = lookups.map(faultOf);
  const located = await locateHomes(
    app,
    route,
    lookups.filter((_one, at) => faults[at] === null),
  );
  const places = placesOf(located);
  let usable = 0;
  return lookups.map((lookup, at): StoredBatchHome => {
    const empty = { candidates: null, source_id: null, request_id: null, credits: 0 };
    const home = { nth: at + 1, ...lookup, ...empty };
    const fault = faults[at] ?? null;
    if (fault !== null) return { ...home, place: null, outcome: 'invalid', detail: fault };
    const where = located[usable];
    const place = places[usable] ?? null;
    usable += 1;
    if (where !== undefined && 'wrong' in where) {
      return { ...home, place: null, ...outcomeOf(lookup, where) };
    }
    return { ...home, place, outcome: 'pending', detail: null };
  });
}

/** The most exact member that was sent; an address is joined to one line. */
function lookupOfQuery(query: NewBatchHome): ReadLookup {
  const sent = (name: keyof NewBatchHome) => (query[name] ?? '').trim();
  for (const by of ['source_id', 'url'] as const) {
    if (sent(by) !== '') return { by, value: sent(by) };
  }
  const region = `${sent('state')} ${sent('zip')}`.trim();
  const parts = [sent('address'), sent('city'), region].filter((part) => part !== '');
  return { by: 'address', value: parts.join(', ') };
}

/** What a value has to be, when it is not. */
function faultOf({ by, value }: ReadLookup): string | null {
  if (value === '') return 'It has no address, url or source_id.';
  const { pattern, description } = LOOKUP_PARAMS[by];
  return pattern.test(value) ? null : `${by} must be ${description}.`;
}

function outcomeOf(
  { by }: ReadLookup,
  { wrong, description }: Extract<LocatedHome, { readonly wrong: string }>,
): Pick<StoredBatchHome, 'outcome' | 'detail'> {
  if (wrong === 'unseen') return { outcome: 'unseen', detail: description };
  return { outcome: wrong, detail: `${by} must be ${description}.` };
}

/** Homes that are known around a point are read with their ZIP code where that costs less. */
function placesOf(located: readonly LocatedHome[]): readonly (AskedPlace | null)[] {
  const zips = new Map<string, number>();
  for (const { zip, location } of located.flatMap((one) => ('home' in one ? [one] : []))) {
    const read = location.form === 'zip' ? location.zip : zip;
    // A ZIP code that is read in any case is worth no second request.
    const counts = location.form === 'zip' ? ZIP_FROM_HOMES : 1;
    if (read !== null) zips.set(read, (zips.get(read) ?? 0) + counts);
  }
  return located.map((one) => {
    if (!('home' in one)) return null;
    const { zip, location } = one;
    return zip !== null && (zips.get(zip) ?? 0) >= ZIP_FROM_HOMES ? { form: 'zip', zip } : location;
  });
}

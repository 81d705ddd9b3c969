/** Members of a row that state the same fact twice, and facts about any home that must agree. */
import { DAY_MS } from '#contract/durations.js';
import type { Row } from '#contract/rows.js';
import { isoDay } from '#domain/days.js';
import { type Absent, absent, type ParsedRow, valueOr } from '#domain/parsed-row.js';
import { type Geo, statesOfZip, type Zip } from '#geo/geo.js';
import { changedAnswer } from '#sources/driver.js';
import type { RowView, Twin } from '#sources/expectations.js';
import { pointFitsZip } from '../places/point-of-zip.js';
import { BUILDINGS } from './asked-fields.js';
import { withholding } from './row-fields.js';
import type { SourceAnswer } from './source-answer.js';

/** Above this number and share of contradictory rows on a page, the format counts as changed. */
const CONTRADICTIONS_MIN = 3;
const CONTRADICTIONS_SHARE_MAX = 0.1;
/** The same for members that sometimes disagree on correct rows. */
const OFTEN_MIN = 10;
const OFTEN_SHARE_MAX = 0.5;

/** Withholds fields read from contradicting members. */
export function withholdContradictions(answer: SourceAnswer): void {
  const { source, reads, views, expectations, question } = answer;
  const { twins } = expectations;
  const counts = new Map<Contradiction, number>();
  const facts = factsOf(answer.geo, question.nowMs);
  let rows = 0;
  answer.reads = reads.map((read, index) => {
    if (!('row' in read)) return read;
    rows += 1;
    const view = views[index] ?? null;
    const found = view === null ? null : contradictionsIn(twins, facts, view, read.row);
    if (found === null) return read;
    for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1);
    return { row: withholding(read.row, withheldBy(found)) };
  });
  for (const one of [...twins, ...ROW_TWINS]) {
    const count = counts.get(one) ?? 0;
    const [least, share] = one.often
      ? [OFTEN_MIN, OFTEN_SHARE_MAX]
      : [CONTRADICTIONS_MIN, CONTRADICTIONS_SHARE_MAX];
    if (count >= least && count > rows * share) {
      throw changedAnswer(source)(
        `${one.members} contradict each other in ${count} of ${rows} rows`,
      );
    }
  }
}

/** Members that state the same fact, and the fields read from them. */
type Contradiction = Pick<Twin, 'members' | 'fields' | 'often'>;

/** The contradictions in a row; null when there are none, as in nearly every row. */
function contradictionsIn(
  twins: readonly Twin[],
  facts: Facts,
  view: RowView,
  row: ParsedRow<Row>,
): Contradiction[] | null {
  let found: Contradiction[] | null = null;
  for (const twin of twins) {
    if (twin.agree(view) === false) (found ??= []).push(twin);
  }
  for (const twin of ROW_TWINS) {
    if (twin.agree(row, facts) === false) (found ??= []).push(twin);
  }
  return found;
}

function withheldBy(found: readonly Contradiction[]): ReadonlyMap<string, Absent> {
  const withheld = new Map<string, Absent>();
  for (const { members, fields } of found) {
    const why = absent('implausible', `${members} contradict each other`);
    for (const field of fields) withheld.set(field, why);
  }
  return withheld;
}

/** No listing or sale in a search is older. */
const EARLIEST = '1900-01-01';
/** The result of reading seconds as milliseconds. */
const EPOCH = /^1970-0[12]/;
/** A date may be a day ahead because of the home's time zone. */
const DAYS_AHEAD_MAX = 1;
/** No auction or availability date is further in the future. */
const DAYS_TO_COME_MAX = 370;

/** More rooms than any home shows on a search page; buildings of homes have more. */
const BATHS_MAX = 100;
const BEDS_MAX = 200;
const BUILDING_ROOMS_MAX = 2_000;
const PHOTOS_MAX = 500;

/** The facts that rows of a page are compared with. */
interface Facts {
  /** The latest date that is not in the future. */
  readonly latest: string;
  /** The latest plausible date of a future event. */
  readonly comes: string;
  readonly zip: (code: string) => Zip | undefined;
  /** Whether homes of a ZIP may lie in a state. */
  readonly reaches: (zip: Zip, state: string) => boolean;
}

function factsOf(geo: Geo, nowMs: number): Facts {
  const zips = new Map<string, Zip | undefined>();
  return {
    latest: isoDay(nowMs + DAYS_AHEAD_MAX * DAY_MS),
    comes: isoDay(nowMs + DAYS_TO_COME_MAX * DAY_MS),
    zip: (code) => {
      if (!zips.has(code)) zips.set(code, geo.zip(code));
      return zips.get(code);
    },
    reaches: (zip, state) => zip.state === state || statesOfZip(geo, zip).includes(state),
  };
}

interface RowTwin extends Contradiction {
  readonly agree: (row: ParsedRow<Row>, facts: Facts) => boolean | null;
}

/** Checks that apply to the homes of every source. */
const ROW_TWINS: readonly RowTwin[] = [
  {
    members: 'sold_date and the calendar',
    fields: ['sold_date', 'days_on_market'],
    agree: (row, facts) => ('sold_date' in row ? isPast(valueOr(row.sold_date), facts) : null),
  },
  {
    members: 'list_date and the calendar',
    fields: ['list_date', 'days_on_market'],
    agree: (row, facts) => isPast(valueOr(row.list_date), facts),
  },
  {
    members: 'modified_at and the calendar',
    fields: ['extras.modified_at'],
    agree: ({ extras }, facts) =>
      'modified_at' in extras ? isPast(valueOr(extras.modified_at), facts) : null,
  },
  coming('available_date'),
  coming('auction_start'),
  coming('auction_end'),
  {
    members: 'baths and their quarters',
    fields: ['baths'],
    agree: (row) => isStep(valueOr(row.baths), 4, roomsMax(row, BATHS_MAX)),
  },
  {
    members: 'beds and their number',
    fields: ['beds'],
    agree: (row) => isStep(valueOr(row.beds), 1, roomsMax(row, BEDS_MAX)),
  },
  {
    members: 'photo_count and its size',
    fields: ['photo_count'],
    agree: (row) => ('photo_count' in row ? isStep(valueOr(row.photo_count), 1, PHOTOS_MAX) : null),
  },
  {
    members: 'the street line and the rest of the address',
    fields: ['address.line1'],
    agree: ({ address }) => {
      const [line1, city, zip] = [address.line1, address.city, address.zip].map((part) =>
        valueOr(part)?.toLowerCase(),
      );
      if (!line1 || !city || !zip) return null;
      return !(line1.includes(`, ${city}`) && line1.endsWith(zip));
    },
  },
  {
    // Lots are sold with an old house on them.
    members: 'land and its rooms',
    fields: ['property_type'],
    often: true,
    agree: (row) =>
      valueOr(row.property_type) === 'land' &&
      (valueOr(row.beds) ?? 0) > 0 &&
      (valueOr(row.living_area_sqft) ?? 0) > 0
        ? false
        : null,
  },
  {
    members: 'the point and the ZIP',
    fields: ['location'],
    agree: (row, facts) => pointFitsZip(row, facts.zip),
  },
  {
    members: 'the state and the ZIP',
    fields: [],
    agree: ({ address }, facts) => {
      const [state, code] = [valueOr(address.state), valueOr(address.zip)];
      const zip = state === null || code === null ? undefined : facts.zip(code);
      return state === null || zip === undefined ? null : facts.reaches(zip, state);
    },
  },
];

/** A future date or moment lies within about a year. */
function coming(name: string): RowTwin {
  return {
    members: `${name} and the calendar`,
    fields: [`extras.${name}`],
    agree: ({ extras }, { comes }) => {
      const value = (extras as Readonly<Record<string, unknown>>)[name];
      return typeof value === 'string' ? value <= comes : null;
    },
  };
}

const roomsMax = ({ property_type }: ParsedRow<Row>, ofHomes: number): number =>
  BUILDINGS.has(valueOr(property_type)) ? BUILDING_ROOMS_MAX : ofHomes;

/** Whether a count is a multiple of 1/parts and at most `max`. */
const isStep = (count: number | null, parts: number, max: number): boolean | null =>
  count === null ? null : Number.isInteger(count * parts) && count <= max;

const isPast = (date: string | null, { latest }: Facts): boolean | null =>
  date === null ? null : date >= EARLIEST && date <= latest && !EPOCH.test(date);

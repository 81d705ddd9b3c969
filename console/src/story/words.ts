/** What the story of a home is said in: days, levels, reasons, and states. */
import { OBSERVATION_ENDS, POSSIBLE_REASONS } from '#contract/homes.js';
import type {
  Member,
  ObservedState,
  PossibleMember,
  ReportedEvent,
} from '#contract/operations/homes.js';
import { KINDS } from '#contract/values.js';
import { decimal, dollars, moment, money } from '../text/format.js';
import { capitalized, fieldTitle, KIND_TITLES, sourceLabel, spaced } from '../text/labels.js';

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const DATE_CHARS = 10;

/** "2 Nov 2026" of a moment in the browser's time zone, or of a date, which has none. */
export const day = (iso: string): string =>
  (iso.length === DATE_CHARS ? DATE : DAY).format(new Date(iso));

/** "Portal A · For sale". */
export function placeName({ source, kind }: Pick<Member, 'source' | 'kind'>): string {
  const known = KINDS.find((each) => each === kind);
  return `${sourceLabel(source)} · ${known === undefined ? spaced(kind) : KIND_TITLES[known]}`;
}

const LEVELS: Readonly<Record<string, string>> = {
  address: 'Same address',
  parcel: 'Same county and parcel number',
  correction: 'Joined by the operator of this service',
};
export const levelText = (level: string): string => LEVELS[level] ?? spaced(level);

/** "seen 2 Nov 2026", "first seen 2 Nov 2026, last 9 Nov 2026". */
export function seenText({ first_seen, last_seen }: Member): string {
  const [first, last] = [day(first_seen), day(last_seen)];
  return first === last ? `seen ${first}` : `first seen ${first}, last ${last}`;
}

/** "$450,000, for sale"; a rent is said to be by the month. */
export function stateText({ price, rent_monthly, status }: ObservedState): string {
  const amount = price !== null ? money(price) : rent_monthly && `${money(rent_monthly)} a month`;
  return `${amount ?? 'no price'}, ${spaced(status)}`;
}

const ENDS: Readonly<Record<string, string>> = {
  ...OBSERVATION_ENDS,
  sold: 'A sale of the home was reported (derived).',
};

/** When a state was seen, and why it ended. */
export function periodText({ from, to, ended_by }: ObservedState): string {
  const [first, last] = [moment(from), moment(to)];
  if (ended_by === null)
    return first === last ? `seen ${first}` : `since ${first}, last seen ${last}`;
  const end = ENDS[ended_by] ?? spaced(ended_by);
  return `${first === last ? `seen ${first}` : `${first} to ${last}`}. ${end}`;
}

/** "Sold for $752,500"; a sale may have no price. */
export function eventText({ event, price }: ReportedEvent): string {
  const words = capitalized(spaced(event));
  return price === null ? words : `${words} for ${money(price)}`;
}

/** Why a row may be the home: the reason, and in brackets what is missing or contradicts. */
export function possibleText({ reason, detail }: PossibleMember): string {
  const words = (POSSIBLE_REASONS as Readonly<Record<string, string>>)[reason] ?? spaced(reason);
  const shown = detail.replace(/^[a-z_]+(?=: )/, (name) => fieldTitle(name).toLowerCase());
  return detail === '' ? words : `${words} (${shown})`;
}

/** A value on which sources differ. */
export function valueText(field: string, value: string | number): string {
  if (typeof value === 'string') return spaced(value);
  if (field === 'price') return dollars(value);
  return field === 'year_built' ? String(value) : decimal(value);
}

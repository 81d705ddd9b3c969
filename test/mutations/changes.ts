/** The table of changes that are made to a member, in all its occurrences. */
import { DAY_MS } from '#contract/durations.js';
import { isHolder, type Slot } from './members.js';

export type MemberChange = (slots: readonly Slot[]) => void;

/** A value in the place of each; undefined leaves it as it is. */
const each =
  (make: (value: unknown, slot: Slot) => unknown): MemberChange =>
  (slots) => {
    for (const slot of slots) {
      const made = make(slot.holder[slot.key], slot);
      if (made !== undefined) slot.holder[slot.key] = made;
    }
  };

const scaled = (factor: number): MemberChange =>
  each((value) => (isNumber(value) && value !== 0 ? round(value * factor) : undefined));

const remove = ({ holder, key }: Slot): void => {
  if (Array.isArray(holder)) holder.splice(0, holder.length);
  else delete holder[key];
};

const isNumber = (value: unknown): value is number => typeof value === 'number';
const round = (value: number): number => Math.round(value * 1e6) / 1e6;
/** A list whose elements are changed one by one has no names to change. */
const named = (slots: readonly Slot[]): Slot[] =>
  slots.filter(({ holder }) => !Array.isArray(holder));

/** Square feet of a square metre and of an acre. */
const SQFT_OF_SQM = 10.764;
const SQFT_OF_ACRE = 43_560;
const SMALL_CODE_MAX = 40;

export const MEMBER_CHANGES: Readonly<Record<string, MemberChange>> = {
  renamed: (slots) => {
    for (const { holder, key } of named(slots)) {
      holder[`${key}V2`] = holder[key];
      delete holder[key];
    }
  },
  removed: (slots) => {
    for (const slot of slots) remove(slot);
  },
  null: each(() => null),
  'empty text': each((value) => (typeof value === 'string' ? '' : undefined)),
  'empty list or object': each((value) =>
    Array.isArray(value) ? [] : isHolder(value) ? {} : undefined,
  ),
  'number as text': each((value) => (isNumber(value) ? String(value) : undefined)),
  'text as number': each((value) =>
    typeof value === 'string' ? (Number.isFinite(Number(value)) ? Number(value) : 7) : undefined,
  ),
  'in an object': each((value) => ({ value })),
  'in a list': each((value) => [value]),
  '× 1000': scaled(1000),
  '÷ 1000': scaled(1 / 1000),
  '× 100': scaled(100),
  'metres to feet': scaled(SQFT_OF_SQM),
  'acres to feet': scaled(SQFT_OF_ACRE),
  negated: each((value) =>
    typeof value === 'boolean' ? !value : isNumber(value) ? -value : undefined,
  ),
  'other codes': otherCodes,
  'another currency': each((value) =>
    typeof value === 'string' ? value.replace(/^USD$/, 'EUR').replaceAll('$', '€') : undefined,
  ),
  'another unit in the text': each((value) =>
    typeof value === 'string' ? inOtherUnit(value) : undefined,
  ),
  'date in another form': each((value) => inOtherForm(value)),
  'a day later': each((value) => later(value, 1)),
  'in the future': each((value) => later(value, DAYS_AHEAD)),
  'moved down': (slots) => {
    for (const { holder, key } of named(slots)) {
      holder.details = { [key]: holder[key] };
      delete holder[key];
    }
  },
  'moved up': (slots) => {
    for (const { holder, key, above } of named(slots)) {
      if (above === undefined) continue;
      above[key] ??= holder[key];
      delete holder[key];
    }
  },
  constant: (slots) => {
    const [first] = slots;
    if (first === undefined || !varies(slots)) return;
    const value = first.holder[first.key];
    for (const { holder, key } of slots) holder[key] = value;
  },
  'swapped with the next': (slots) => {
    for (const slot of named(slots)) swapWithNext(slot);
  },
  'of the next row': (slots) => {
    const values = slots.map(({ holder, key }) => holder[key]);
    for (const [index, { holder, key }] of slots.entries()) {
      holder[key] = values[(index + 1) % values.length];
    }
  },
};

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/\bsq\.? ?f(?:ee)?t\b/i, 'm²'],
  [/\bacres?\b/i, 'hectares'],
  [/\/mo\b/i, '/wk'],
  [/\bmonthly\b/i, 'WEEKLY'],
];

const inOtherUnit = (text: string): string =>
  UNITS.reduce((changed, [unit, other]) => changed.replace(unit, other), text);

const DAYS_AHEAD = 400;
/** Milliseconds of a moment between 1973 and 2100. */
const isMoment = (value: unknown): value is number =>
  isNumber(value) && value > 1e11 && value < 4.1e12;
const ISO_DATE = /^\d{4}-\d\d-\d\d/;
const isDate = (value: unknown): value is string =>
  typeof value === 'string' && ISO_DATE.test(value) && !Number.isNaN(Date.parse(value));

/** A moment as text, and a date of the form 2026-11-20 as 11/20/2026. */
function inOtherForm(value: unknown): unknown {
  if (isMoment(value)) return new Date(value).toISOString();
  if (!isDate(value)) return undefined;
  const [year, month, day] = value.slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

function later(value: unknown, days: number): unknown {
  if (isMoment(value)) return value + days * DAY_MS;
  if (!isDate(value)) return undefined;
  const moved = new Date(Date.parse(value) + days * DAY_MS).toISOString();
  return value.length === 10 ? moved.slice(0, 10) : moved;
}

/** Every code becomes one that nobody knows: texts and small whole numbers, each for each. */
function otherCodes(slots: readonly Slot[]): void {
  const codes = new Map<unknown, number>();
  for (const { holder, key } of slots) {
    const value = holder[key];
    const isCode =
      typeof value === 'string' ||
      (Number.isInteger(value) && Math.abs(Number(value)) <= SMALL_CODE_MAX);
    if (!isCode) continue;
    const code = codes.get(value) ?? codes.size + 1;
    codes.set(value, code);
    holder[key] = typeof value === 'string' ? `ZQ_${code}` : 900 + code;
  }
}

const varies = (slots: readonly Slot[]): boolean =>
  new Set(slots.map(({ holder, key }) => JSON.stringify(holder[key]))).size > 1;

/** Exchanges a value with that of the next member of the same type in its object. */
function swapWithNext({ holder, key }: Slot): void {
  const type = typeof holder[key];
  if (type === 'object') return;
  const keys = Object.keys(holder);
  const at = keys.indexOf(key);
  const others = [...keys.slice(at + 1), ...keys.slice(0, at)];
  const other = others.find((name) => typeof holder[name] === type && holder[name] !== holder[key]);
  if (other === undefined) return;
  [holder[key], holder[other]] = [holder[other], holder[key]];
}

/** Changes of which one shows whether a reader reads a member at all. */
export const PROBES: readonly string[] = ['removed', 'in an object', 'other codes', '× 1000'];

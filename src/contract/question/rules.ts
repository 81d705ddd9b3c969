/** The rules of a question: each reads some words as parameters, in this order. Pure. */
import { DAY_MS } from '../durations.js';

/** Parameters by name, as text; `unread` is what of the words no parameter says. */
export type Reading = Readonly<Record<string, string>>;
type Groups = Readonly<Record<string, string | undefined>>;

export interface Rule {
  readonly pattern: RegExp;
  /**
   * Null where the words mean something else. `before` has what earlier rules have read. What
   * follows a negation, the group `no`, is never read as its opposite.
   */
  read(groups: Groups, today: Date, before: Reading): Reading | null;
}

const WITHIN = String.raw`(?:(?:in|over|within|during|for|since)\s+)?(?:the\s+)?(?:(?<span>this|last|past)\s+(?:(?<many>\d{1,3})\s+)?(?<unit>day|week|month|year)s?|(?<named>today|yesterday))`;
const NOT = String.raw`(?:no|not|nothing|(?:don['’]t|do\s+not|won['’]t|can['’]t|cannot|never)\s+(?:want\s+to\s+)?(?:pay|spend|go|be))`;
const MORE = String.raw`(?:over|above|(?:more|higher|larger|bigger)\s+than)`;
const LESS = String.raw`(?:under|below|(?:less|fewer|lower|smaller|cheaper)\s+than)`;
const AFFIRMED = String.raw`(?<!\b(?:no|not|nothing|pay|spend|go|be)\s+)`;
const AT_LEAST = String.raw`(?:at\s+least|min(?:imum)?(?:\s+of)?|from|starting\s+at|>=?|${NOT}\s+${LESS}|${AFFIRMED}${MORE})`;
const AT_MOST = String.raw`(?:up\s+to|at\s+most|max(?:imum)?(?:\s+of)?|<=?|${NOT}\s+${MORE}|${AFFIRMED}${LESS})`;
const amount = (name: string) =>
  String.raw`(?<${name}_sign>\$)?\s?(?<${name}>\d[\d,]*(?:\.\d+)?)(?:\s?(?<${name}_in>k|mm?|thousand|million)(?![\p{L}]))?`;
const NUMBER = String.raw`(?:\d{1,2}(?:\.\d)?|one|two|three|four|five|six|seven|eight)`;
const PER_MONTH = String.raw`(?<monthly>\s*(?:\/\s*mo(?:nth)?|per\s+month|a\s+month|monthly))?`;
/** A number before one of these is no price. */
const NO_OTHER_UNIT = String.raw`(?!\d|[,.]\d|[\p{L}]|\s*(?:%|percent|sq|sf\b|square|mi\b|mile|day|week|month|year|yrs?\b|min\b|minute|hour|acre|ac\b|car\b|garage|space|stor(?:y|ies)|floor|per\s+sq|\/\s*sq|bed|bath|bd|ba\b|br\b))`;
const AREA_UNIT = String.raw`\s*(?:sq\.?\s*(?:ft|feet)\.?|sqft|square\s+f(?:ee|oo)t|sf)\b`;

const NEGATION = String.raw`(?<no>\b(?:no|not|never|without|except|excluding|(?:is|are|was|were|has|have|had)n['’]t)\s+(?:(?:an?|any|been|had|recent(?:ly)?)\s+)*)?`;

const ruleOf = (pattern: string, read: Rule['read']): Rule => ({
  pattern: new RegExp(NEGATION + pattern, 'giu'),
  read,
});

export const RULES: readonly Rule[] = [
  ruleOf(
    String.raw`\bwithin\s+(?<miles>\d{1,2}(?:\.\d+)?)\s*mi(?:les?)?\s+of\s+(?<lat>-?\d{1,2}\.\d+)\s*,\s*(?<lng>-?\d{1,3}\.\d+)`,
    ({ miles = '', lat = '', lng = '' }) => ({ lat, lng, radius_mi: miles }),
  ),
  ruleOf(String.raw`\b(?:biggest|largest)\s+(?:price\s+)?(?:cuts?|drops?)(?:\s+first)?\b`, () => ({
    sort: 'price_cut',
  })),
  ruleOf(String.raw`\b(?:cheapest|lowest\s+prices?)(?:\s+first)?\b`, () => ({ sort: 'price_low' })),
  ruleOf(String.raw`\b(?:most\s+expensive|highest\s+prices?)(?:\s+first)?\b`, () => ({
    sort: 'price_high',
  })),
  ruleOf(String.raw`\bnewest(?:\s+first)?\b`, () => ({ sort: 'newest' })),
  ruleOf(
    String.raw`\b(?:price[sd]?\s+(?:was\s+|were\s+)?(?:cuts?|drop(?:s|ped)?|reduc(?:ed|tions?)|lowered)|reduced(?:\s+price)?|(?:cuts?|drops?)\s+in\s+price)\b(?:\s+(?:of|by))?(?:\s+${AT_LEAST})?(?:\s+(?<percent>\d{1,2})\s*(?:%|percent))?(?:\s+or\s+more)?(?:\s+${WITHIN})?(?![\p{L}\p{N}])`,
    ({ percent, ...when }, today) => ({
      price_cut_within_days: withinYear(daysOf(when, today) ?? CUT_DAYS),
      ...(percent !== undefined && { price_cut_min_percent: percent }),
    }),
  ),
  ruleOf(
    String.raw`\b(?:(?:newly|just|recently)\s+listed|new\s+(?:listings?|homes?|on\s+the\s+market))\b(?:\s+${WITHIN})?`,
    (when, today) => ({ new_within_days: withinYear(daysOf(when, today) ?? NEW_DAYS) }),
  ),
  ruleOf(String.raw`\b(?:new|listed)\s+${WITHIN}`, (when, today) => ({
    new_within_days: withinYear(daysOf(when, today) ?? NEW_DAYS),
  })),
  ...sizes(),
  ...rooms(),
  ...years(),
  ...prices(),
  ruleOf(
    String.raw`\b(?:recently\s+)?sold\b(?:\s+(?:homes?|houses?))?(?:\s+${WITHIN})?`,
    (when, today) => {
      const days = daysOf(when, today);
      return { kind: 'sold', ...(days !== null && { sold_within_days: String(days) }) };
    },
  ),
  ruleOf(String.raw`\b${WITHIN}`, (when, today, { kind }) => {
    const days = daysOf(when, today);
    return kind === 'sold' && days !== null ? { sold_within_days: String(days) } : null;
  }),
  ruleOf(String.raw`\b(?:for|to)\s+rent\b|\brentals?\b|\brent(?:ing|s)?\b|\bfor\s+lease\b`, () => ({
    kind: 'rentals',
  })),
  ruleOf(String.raw`\bfor\s+sale\b|\b(?:to\s+)?buy(?:ing)?\b`, () => ({ kind: 'listings' })),
];

/** Read after the place: many places are named after a home type. */
export const TYPE_RULES: readonly Rule[] = types();

/** A price cut, and a new listing, without a time. */
const CUT_DAYS = 30;
const NEW_DAYS = 7;
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** The service looks no further back. */
const withinYear = (days: number): string => String(Math.min(DAYS.year ?? 0, days));

/** How many days a time reaches back: "this month" to its first day. */
function daysOf({ span, many, unit = '', named }: Groups, today: Date): number | null {
  if (named !== undefined) return named.toLowerCase() === 'today' ? 1 : 2;
  if (span === undefined) return null;
  const one = unit.toLowerCase();
  if (span.toLowerCase() === 'this' && one === 'month') return today.getUTCDate();
  if (span.toLowerCase() === 'this' && one === 'year') {
    return Math.floor((today.getTime() - Date.UTC(today.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
  }
  return Number(many ?? 1) * (DAYS[one] ?? 1);
}

const THOUSAND = 1_000;
const TIMES: Readonly<Record<string, number>> = {
  k: THOUSAND,
  thousand: THOUSAND,
  m: THOUSAND ** 2,
  mm: THOUSAND ** 2,
  million: THOUSAND ** 2,
};

/** Whole dollars of "600k" or "$1.25 million". */
const dollarsOf = (digits: string, unit: string | undefined): number =>
  Math.round(Number(digits.replaceAll(',', '')) * (TIMES[unit?.toLowerCase() ?? ''] ?? 1));

const rent = (monthly: string | undefined): Reading =>
  monthly === undefined ? {} : { kind: 'rentals' };

/** A bare number of five digits may be a ZIP code: after "in" and "from", and in a range. */
const ZIP = /^\d{5}$/;
/** The hundreds of a price are whole. */
const PRICE = /00$/;
const isZip = (digits: string, unit: string | undefined, sign: string | undefined): boolean =>
  ZIP.test(digits) && unit === undefined && sign === undefined;

function prices(): Rule[] {
  return [
    ruleOf(
      String.raw`(?:\b(?<word>between|from|in|near|around)\s+)?${amount('low')}\s*(?:-|\bto\b|\band\b)\s*${amount('high')}${NO_OTHER_UNIT}${PER_MONTH}`,
      ({ word = '', low = '', low_in, low_sign, high = '', high_in, high_sign, monthly }) => {
        const top = dollarsOf(high, high_in);
        // "400-600k": the unit stands once.
        const isShared = dollarsOf(low, undefined) < dollarsOf(high, undefined);
        const own = dollarsOf(low, low_in ?? (isShared ? high_in : undefined));
        const isPlace = /^(?:in|near|around)$/i.test(word) || !PRICE.test(low);
        if (isZip(low, low_in, low_sign) && (isPlace || isZip(high, high_in, high_sign))) {
          return null;
        }
        if (own > top || top < LEAST_PRICE) return null;
        return { min_price: String(own), max_price: String(top), ...rent(monthly) };
      },
    ),
    boundRule('max_price', AT_MOST, ''),
    // "in 78704 to $600k"
    boundRule('max_price', String.raw`(?<=\b\d{5}\s+)to\b`, ''),
    boundRule('min_price', AT_LEAST, ''),
    boundRule('min_price', '', String.raw`\s?(?:\+|or\s+more\b)`),
  ];
}

/** An amount with words before or behind it; not that of a fee. */
function boundRule(name: string, before: string, behind: string): Rule {
  return ruleOf(
    String.raw`(?<!\p{L})(?<!\bhoa\s+(?:fees?\s+|dues\s+)?)(?<word>${before})\s*${amount('n')}${behind}${NO_OTHER_UNIT}${PER_MONTH}`,
    ({ word = '', n = '', n_in, n_sign, monthly }) => {
      const dollars = dollarsOf(n, n_in);
      if (dollars < LEAST_PRICE) return null;
      if (/^(?:from|to)$/i.test(word) && isZip(n, n_in, n_sign)) return null;
      return { [name]: String(dollars), ...rent(monthly) };
    },
  );
}

/** "3 to 4" is no price. */
const LEAST_PRICE = 100;

function sizes(): Rule[] {
  const size = (name: string) => String.raw`(?<${name}>\d[\d,]*)`;
  const whole = (text = '') => text.replaceAll(',', '');
  return [
    ruleOf(
      String.raw`(?:\bbetween\s+|\bfrom\s+)?${size('low')}\s*(?:-|\bto\b|\band\b)\s*${size('high')}${AREA_UNIT}`,
      ({ low, high }) => ({ sqft_min: whole(low), sqft_max: whole(high) }),
    ),
    ruleOf(String.raw`${AT_MOST}\s*${size('n')}${AREA_UNIT}`, ({ n }) => ({ sqft_max: whole(n) })),
    ruleOf(
      String.raw`(?:${AT_LEAST}\s*)?${size('n')}\s*\+?${AREA_UNIT}(?:\s+or\s+more\b)?`,
      ({ n }) => ({ sqft_min: whole(n) }),
    ),
  ];
}

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const numberOf = (text = ''): number =>
  WORDS.includes(text.toLowerCase()) ? WORDS.indexOf(text.toLowerCase()) : Number(text);

/**
 * Fewest rooms: there is no filter for exactly, or at most, so many. "More than 3" bedrooms is 4;
 * bathrooms count in halves.
 */
function rooms(): Rule[] {
  return [
    ...roomRules('beds_min', 'bedrooms', String.raw`bed(?:room)?s?|bd(?:rm)?s?|brs?`, 1),
    ...roomRules('baths_min', 'bathrooms', String.raw`bath(?:room)?s?|bas?`, 0.5),
  ];
}

function roomRules(name: string, title: string, unit: string, step: number): Rule[] {
  const above = (least: number) => (Math.floor(least / step) + 1) * step;
  const number = (key: string) => String.raw`(?<![\d.$]|\d,)\b(?<${key}>${NUMBER})`;
  const end = String.raw`\s*-?\s*(?:${unit})(?![\p{L}])`;
  return [
    ruleOf(
      String.raw`(?:\bbetween\s+)?${number('low')}\s*(?:-|\bto\b|\band\b|\bor\b)\s*${number('high')}${end}`,
      ({ low, high = '' }) => ({
        [name]: String(numberOf(low)),
        unread: `at most ${high} ${title}`,
      }),
    ),
    ruleOf(String.raw`\b(?<most>${AT_MOST})\s+${number('n')}${end}`, ({ most = '', n = '' }) => ({
      unread: `${most} ${n} ${title}`,
    })),
    ruleOf(
      String.raw`(?:\b(?<more>over|more\s+than)\s+|\b(?:at\s+least|min(?:imum)?(?:\s+of)?)\s+)?${number('n')}\s*(?:\+|or\s+more)?${end}(?<most>\s+(?:max(?:imum)?|or\s+(?:less|fewer))\b)?`,
      ({ more, n = '', most }) =>
        most === undefined
          ? { [name]: String(more === undefined ? numberOf(n) : above(numberOf(n))) }
          : { unread: `at most ${n} ${title}` },
    ),
  ];
}

function years(): Rule[] {
  const year = (name: string) => String.raw`(?<${name}>1[789]\d\d|20\d\d)\b`;
  const next = (y = '', by: number) => String(Number(y) + by);
  const built = String.raw`\bbuilt\s+(?:in\s+)?(?:between\s+|from\s+)?`;
  return [
    ruleOf(
      `${built}${year('low')}${String.raw`\s*(?:-|to|and)\s*`}${year('high')}`,
      ({ low = '', high = '' }) => ({
        year_built_min: low,
        year_built_max: high,
      }),
    ),
    ruleOf(String.raw`\b(?:built\s+after|newer\s+than)\s+${year('y')}`, ({ y }) => ({
      year_built_min: next(y, 1),
    })),
    ruleOf(String.raw`\bbuilt\s+(?:since|from|in\s+or\s+after)\s+${year('y')}`, ({ y = '' }) => ({
      year_built_min: y,
    })),
    ruleOf(
      String.raw`\bbuilt\s+(?:in\s+)?${year('y')}\s*(?:\+|or\s+(?:later|newer|after))`,
      ({ y = '' }) => ({
        year_built_min: y,
      }),
    ),
    ruleOf(
      String.raw`\bbuilt\s+(?:in\s+)?${year('y')}\s+or\s+(?:earlier|older|before)`,
      ({ y = '' }) => ({
        year_built_max: y,
      }),
    ),
    ruleOf(String.raw`\b(?:built\s+before|older\s+than)\s+${year('y')}`, ({ y }) => ({
      year_built_max: next(y, -1),
    })),
    ruleOf(String.raw`\bbuilt\s+(?:in\s+)?${year('y')}(?!\s*(?:-|\+|or\b|to\b))`, ({ y = '' }) => ({
      year_built_min: y,
      year_built_max: y,
    })),
  ];
}

function types(): Rule[] {
  const words: readonly (readonly [type: string, words: string])[] = [
    ['townhouse', String.raw`town\s?(?:house|home)s?`],
    ['manufactured', String.raw`(?:mobile|manufactured)(?:\s+homes?)?`],
    ['multi_family', String.raw`multi[- ]?famil(?:y|ies)(?:\s+homes?)?|(?:du|tri|four)plex(?:es)?`],
    ['single_family', String.raw`single[- ]family(?:\s+(?:homes?|houses?))?|detached|houses?`],
    ['condo', String.raw`condo(?:minium)?s?`],
    ['apartment', String.raw`apartments?|flats?`],
    ['land', String.raw`(?:vacant\s+)?land|vacant\s+lots?`],
  ];
  return words.map(([type, pattern]) =>
    ruleOf(String.raw`\b(?:${pattern})\b`, () => ({ property_type: type })),
  );
}

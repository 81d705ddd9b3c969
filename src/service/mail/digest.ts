/** The content of an alert: one digest for all changes of a run, a sentence for other events. */
import { EVENT_TYPES, type HomeChange } from '#contract/watches.js';
import { type MailLine, safeLink } from './mail-text.js';

/** Homes listed in one mail; the rest is a number. */
export const HOMES_LISTED_MAX = 50;

export interface Alert {
  readonly subject: string;
  readonly lines: readonly MailLine[];
}

type Data = Readonly<Record<string, unknown>>;

/** Kinds of changes as a mail names them; a price cut is a kind. */
const GROUPS = [
  ['new', 'new', 'New'],
  ['cut', 'price cut', 'Price cut'],
  ['changed', 'changed', 'Changed'],
  ['relisted', 'back', 'Back'],
  ['gone', 'gone', 'Gone'],
] as const;
type Group = (typeof GROUPS)[number][0];

/**
 * The digest of a run. `isMore` when the run has more changes than were read; `listed` is how many
 * homes the mail may name.
 */
export function digestOf(
  data: Data,
  changes: readonly HomeChange[],
  {
    isMore,
    listed,
    moreAt,
  }: { readonly isMore: boolean; readonly listed: number; readonly moreAt: string },
): Alert {
  const grouped = GROUPS.map(([group, one, title]) => ({
    one,
    title,
    homes: changes.filter((change) => groupOf(change) === group),
  })).filter(({ homes }) => homes.length > 0);
  const counts = grouped
    .map(({ one, homes }) => `${homes.length} ${one === 'price cut' ? plural(homes.length) : one}`)
    .join(', ');
  const subject = `${placeOf(data)}: ${counts === '' ? 'homes changed' : counts}${isMore ? ' and more' : ''}`;
  const items = grouped
    .flatMap(({ title, homes }) => homes.map((change) => itemOf(title, change)))
    .slice(0, listed);
  const left = changes.length - items.length;
  const rest = left > 0 || isMore ? [{ text: restText(left, isMore), link: moreAt }] : [];
  const withheld =
    'withheld' in data
      ? [{ text: 'The licence of the source no longer allows its homes to be shown.' }]
      : [];
  return { subject, lines: [{ text: `${subject}.` }, ...items, ...rest, ...withheld] };
}

const plural = (n: number): string => (n === 1 ? 'price cut' : 'price cuts');

const restText = (left: number, isMore: boolean): string =>
  `And ${left}${isMore ? ' or more' : ''} more: see the watch in the console.`;

/** Any other event: what it means, and where the watch is shown. */
export const noticeOf = (type: string, data: Data, moreAt: string): Alert => {
  const meaning: string = Object.hasOwn(EVENT_TYPES, type)
    ? EVENT_TYPES[type as keyof typeof EVENT_TYPES]
    : type;
  const place = 'query' in data ? `${placeOf(data)}: ` : '';
  // Some reasons are sentences, others a word.
  const reason =
    typeof data.reason === 'string' ? [{ text: `Reason: ${data.reason.replace(/\.$/, '')}.` }] : [];
  return {
    subject: `${place}${type}`,
    lines: [{ text: meaning }, ...reason, { text: 'See it in the console.', link: moreAt }],
  };
};

function groupOf(change: HomeChange): Group {
  if (change.kind === 'added') return 'new';
  if (change.kind === 'removed') return 'gone';
  if (change.kind === 'relisted') return 'relisted';
  const [before, after] = [change.previous, change.row].map(priceOf);
  return before !== null &&
    before !== undefined &&
    after !== null &&
    after !== undefined &&
    after < before
    ? 'cut'
    : 'changed';
}

const PRICES = ['list_price', 'rent_monthly', 'sale_price'] as const;

function priceOf(row: Data | null | undefined): number | null {
  const prices = PRICES.map((name) => Object(row?.[name]).amount as unknown);
  return prices.find((amount) => typeof amount === 'number') ?? null;
}

const dollars = (amount: number): string => `$${Math.round(amount).toLocaleString('en-US')}`;

function itemOf(title: string, change: HomeChange): MailLine {
  const price = priceOf(change.row);
  const before = priceOf(change.previous);
  const priced =
    price === null
      ? ['no price']
      : before === null || before === price
        ? [dollars(price)]
        : [`${dollars(price)}, was ${dollars(before)}`];
  const link = safeLink(change.row.source_url);
  return {
    text: [`${title}: ${addressText(change.row)}`, ...priced].join(', '),
    isItem: true,
    ...(link !== undefined && { link }),
  };
}

const ADDRESS_PARTS = ['line1', 'unit', 'city', 'state', 'zip'] as const;

function addressText({ address, source_id }: Data): string {
  const parts = ADDRESS_PARTS.map((part) => Object(address)[part] as unknown);
  const shown = parts.filter((part) => typeof part === 'string' && part !== '');
  return shown.length > 0 ? shown.join(', ') : `home ${String(source_id)}, address not shown`;
}

const PLACES = [['zip'], ['city', 'state'], ['county', 'state'], ['state']] as const;

/** The area of a watch as its query says it. */
function placeOf({ query, route }: Data): string {
  const asked = Object(query) as Data;
  const names = PLACES.find((parts) => parts.every((part) => typeof asked[part] === 'string'));
  if (names !== undefined) return names.map((part) => String(asked[part])).join(', ');
  const { bbox, lat, lng, radius_mi } = asked;
  if (Array.isArray(bbox)) return `box ${bbox.join(', ')}`;
  const circle = [radius_mi, lat, lng].filter((value) => typeof value === 'number');
  if (circle.length === 3) return `${circle[0]} mi around ${circle[1]}, ${circle[2]}`;
  return typeof route === 'string' ? route : 'Your watch';
}

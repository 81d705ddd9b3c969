/** The tool for one home over all sources: current prices, changes, sale and asking prices. */
import type { HomeBody, ObservedState } from '#contract/operations/homes.js';
import { invalidQuery, outOfRange } from '#domain/api-error.js';
import { isUuid } from '#domain/uuid.js';
import { showHome, showHomeAt } from '#service/homes/show-home.js';
import { LIST, membersFrom, TABLE, TEXT, WHOLE } from './answers.js';
import type { ArgumentTable } from './arguments.js';
import { withoutNulls } from './rows.js';
import type { Tool, ToolAnswer } from './tool.js';

/** The newest states and events in one answer. */
const LINES_SHOWN = 40;

/** A home is named by one of these. */
export const HOME_NAMES: ArgumentTable = {
  home_id: { type: 'text', description: 'extras.home_id of a row' },
  address: { type: 'text', description: 'Street, city, state ZIP' },
};

export const GET_HOME_STORY: Tool = {
  name: 'get_home_story',
  title: 'One home across sources',
  description:
    'One home across all sources: current prices, observed price changes, reported sales, as CSV. Give home_id or address. Free.',
  arguments: HOME_NAMES,
  required: [],
  answer: {
    ...membersFrom('Home', 'home_id', 'address', 'members', 'possible'),
    credits: WHOLE,
    present: LIST,
    sales: LIST,
    sources_differ: LIST,
    possible_means: TEXT,
    older_left_out: WHOLE,
    ...TABLE,
  },
  run: async ({ app, caller }, sent) => {
    const home = namedHome(sent.text('home_id'), sent.text('address'));
    return storyAnswer(
      await ('address' in home
        ? showHomeAt(app, caller, home.address)
        : showHome(app, caller, home.home_id)),
    );
  },
};

/** The home that a call names. Throws the API error of two names, of none, and of a wrong id. */
export function namedHome(
  home_id: string | null,
  address: string | null,
): { readonly home_id: string } | { readonly address: string } {
  if ((home_id === null) === (address === null)) {
    throw invalidQuery('home_id', 'Give home_id or address.');
  }
  if (address !== null) return { address };
  if (home_id !== null && isUuid(home_id)) return { home_id };
  throw outOfRange('home_id', 'the extras.home_id of a row');
}

function storyAnswer(home: HomeBody): ToolAnswer {
  const lines = linesOf(home);
  const shown = lines.slice(-LINES_SHOWN);
  const leftOut = home.left_out + lines.length - shown.length;
  const facts = {
    credits: 0,
    home_id: home.home_id,
    address: withoutNulls(home.address),
    members: home.members.map(({ source, kind, source_id, level, last_seen }) => ({
      source,
      kind,
      source_id,
      ...(level !== 'address' && { same_by: level }),
      last_seen,
    })),
    present: home.observed.filter(({ ended_by }) => ended_by === null).map(presentOf),
    ...(home.derived.length > 0 && { sales: home.derived.map(saleOf) }),
    ...(home.disagreements.length > 0 && { sources_differ: home.disagreements.map(differOf) }),
    ...(home.possible.length > 0 && {
      possible: home.possible.map(({ source, source_id, home_id, reason, detail }) => {
        return { source, source_id, home_id, reason, detail };
      }),
      possible_means: 'may be this home; not merged',
    }),
    ...(leftOut > 0 && { older_left_out: leftOut }),
  };
  return shown.length === 0 ? { facts } : { facts, table: { columns: COLUMNS, rows: shown } };
}

const amountOf = ({ rent_monthly, price }: ObservedState): number | null =>
  (rent_monthly ?? price)?.amount ?? null;

const presentOf = (one: ObservedState) => ({
  source: one.source,
  status: one.status,
  [one.kind === 'rentals' ? 'rent_monthly' : 'price']: amountOf(one),
  since: one.from,
});

const saleOf = (one: HomeBody['derived'][number]) => ({
  sold_date: one.sold_date,
  sale_price: one.sale_price.amount,
  last_observed_list_price: one.list_price.amount,
  sale_to_list_ratio: one.sale_to_list_ratio,
});

const differOf = ({ field, values }: HomeBody['disagreements'][number]) => ({
  field,
  ...Object.fromEntries(values.map(({ source, value }) => [source, value])),
});

const COLUMNS = ['list', 'source', 'kind', 'from', 'to', 'what', 'amount', 'why_empty', 'ended_by'];

/** Observed states and reported events, each oldest first: the column `list` distinguishes them. */
const linesOf = ({ observed, reported }: HomeBody): object[] => [
  ...reported.map(({ source, event, date, price, disclosure }) => ({
    list: 'reported',
    source,
    from: date,
    what: event,
    amount: price?.amount ?? null,
    ...(event === 'sold' && price === null && { why_empty: disclosure ?? 'not_reported' }),
  })),
  ...observed.map((one) => ({
    list: 'observed',
    source: one.source,
    kind: one.kind,
    from: one.from,
    to: one.to,
    what: one.status,
    amount: amountOf(one),
    ended_by: one.ended_by,
  })),
];

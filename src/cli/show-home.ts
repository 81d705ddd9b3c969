/** A home as text for a person: its address, then a section for each non-empty list. */

import type { HomeStoryAnswer } from '#client/index.js';
import { oneLine } from '#contract/one-line.js';
import { counted } from './search-messages.js';
import { minuteOf, showTable } from './show.js';
import { valueText } from './show-watches.js';

type Story = Omit<HomeStoryAnswer, 'meta'>;
type Cells = Readonly<Record<string, string>>;

/** The home as text; blank lines separate the sections. */
export function showHome(home: Story): string {
  const { members, observed, reported, derived, possible, disagreements, left_out: left } = home;
  return [
    headOf(home),
    part(counted(members.length, 'member'), members.map(memberCells)),
    part('Observed: states seen by collections of this service', observed.map(observedCells)),
    part('Reported: events reported by the sources', reported.map(reportedCells)),
    part('Derived: sales with the last observed price', derived.map(saleCells)),
    part('The sources differ', disagreements.flatMap(disagreementCells)),
    part('Possible: may be this home; not merged', possible.map(possibleCells)),
    left > 0 ? `${counted(left, 'older line')} not shown` : '',
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function headOf({ home_id, address, location }: Story): string {
  const place = location === null ? [] : [`at ${location.lat}, ${location.lng}`];
  return [oneLine(lineOf(address)), ['home', home_id, ...place].join(' ')].join('\n');
}

/** An address as the command accepts it: a unit needs its designator or a number sign. */
function lineOf({ line1, unit, city, state, zip }: Story['address']): string {
  const street = unit === null ? line1 : `${line1} ${/[\s#]/.test(unit) ? unit : `#${unit}`}`;
  return `${street}, ${city}, ${state} ${zip}`;
}

const part = (title: string, rows: readonly Cells[]): string =>
  rows.length === 0 ? '' : `${title}\n${showTable(rows.map(plain))}`;

const plain = (cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, oneLine(text)]));

const memberCells = (one: Story['members'][number]): Cells => ({
  source: one.source,
  kind: one.kind,
  source_id: one.source_id,
  by: one.level,
  first_seen: minuteOf(one.first_seen),
  last_seen: minuteOf(one.last_seen),
  source_url: one.source_url,
});

const observedCells = (one: Story['observed'][number]): Cells => ({
  from: minuteOf(one.from),
  to: minuteOf(one.to),
  source: one.source,
  kind: one.kind,
  status: one.status,
  price: valueText(one.rent_monthly ?? one.price),
  ended_by: one.ended_by ?? 'holds',
});

const reportedCells = (one: Story['reported'][number]): Cells => ({
  date: one.date,
  event: one.event,
  source: one.source,
  price: one.price === null ? '' : valueText(one.price),
  disclosure: one.disclosure ?? '',
});

const saleCells = (one: Story['derived'][number]): Cells => ({
  sold: one.sold_date,
  for: `${valueText(one.sale_price)} (${one.sale_source})`,
  asked: `${valueText(one.list_price)} (${one.list_source}, seen ${one.list_seen.slice(0, 'YYYY-MM-DD'.length)})`,
  ratio: one.sale_to_list_ratio.toFixed(3),
});

const disagreementCells = ({ field, values }: Story['disagreements'][number]): Cells[] =>
  values.map(({ source, source_id, value }) => ({
    field,
    value: String(value),
    source,
    source_id,
  }));

const possibleCells = (one: Story['possible'][number]): Cells => ({
  address: lineOf(one.address),
  why: `${one.reason} (${one.detail})`,
  source: one.source,
  source_id: one.source_id,
  home_id: one.home_id,
});

/** Figures of both sides with their difference, and the homes by type and by bedrooms. */
import type { SearchRoute } from '#contract/routes.js';
import { Table, type TableColumn } from '../pages/table.js';
import type { Quartiles } from '../results/statistics.js';
import { count, counted, dollars } from '../text/format.js';
import { differenceOf, type Figure, type Group, percentText } from './figures.js';

interface FiguresProps {
  readonly figures: readonly Figure[];
  readonly names: readonly [left: string, right: string];
}

export function FigureTable({ figures, names }: FiguresProps) {
  const shown = figures.filter(({ left, right }) => left.known + right.known > 0);
  const without = figures.filter((figure) => !shown.includes(figure));
  return (
    <>
      <Table
        caption="Medians and quartiles of A and B"
        name="compared"
        rowHeads
        rows={shown}
        keyOf={({ name }) => name}
        columns={[
          ['Median, 25th to 75th percentile', ({ column }) => column.title],
          [`A: ${names[0]}`, (figure) => quartilesOf(figure.left, figure), 'numeric'],
          [`B: ${names[1]}`, (figure) => quartilesOf(figure.right, figure), 'numeric'],
          ['B compared with A', Difference, 'numeric'],
        ]}
      />
      {without.length > 0 && (
        <p className="hint">
          {`No home on either side has: ${without.map(({ column }) => column.title.toLowerCase()).join(', ')}.`}
        </p>
      )}
    </>
  );
}

function quartilesOf({ known, p25, median, p75 }: Quartiles, { format }: Figure) {
  if (median === null || p25 === null || p75 === null) return '–';
  return (
    <>
      <b>{format(median)}</b>
      <span className="hint">{`${format(p25)} to ${format(p75)}`}</span>
      <span className="hint">{counted(known, 'home')}</span>
    </>
  );
}

function Difference(figure: Figure) {
  const difference = differenceOf(figure);
  if (difference === null) return '–';
  return (
    <>
      {difference.percent !== null && <b>{difference.percent}</b>}
      <span>{difference.words}</span>
    </>
  );
}

interface GroupsProps {
  readonly title: string;
  readonly kind: SearchRoute['kind'];
  readonly groups: readonly Group[];
  /** Rows of each side. */
  readonly rows: readonly [left: number, right: number];
}

/** Homes and median price by a field; auctions have no price. */
export const GroupTable = ({ title, kind, groups, rows: [left, right] }: GroupsProps) => (
  <section>
    <h2>{title}</h2>
    <Table
      caption={`${title}: homes and median prices of A and B`}
      name="compared"
      rowHeads
      rows={groups}
      keyOf={({ name }) => name}
      columns={[
        ['Homes', ({ name }) => name],
        ['A', (group) => shareOf(group.left.homes, left), 'numeric'],
        ['B', (group) => shareOf(group.right.homes, right), 'numeric'],
        ...(kind === 'auctions' ? [] : PRICES),
      ]}
    />
  </section>
);

const priceText = (median: number | null): string =>
  median === null ? '–' : dollars(Math.round(median));

const PRICES: readonly TableColumn<Group>[] = [
  ['Median A', ({ left }) => priceText(left.median), 'numeric'],
  ['Median B', ({ right }) => priceText(right.median), 'numeric'],
  ['B to A', ({ left, right }) => percentText(left.median, right.median) ?? '–', 'numeric'],
];

const shareOf = (homes: number, of: number) =>
  homes === 0 ? (
    '–'
  ) : (
    <>
      {count(homes)} <span className="hint">{`${Math.round((homes / of) * 100)}%`}</span>
    </>
  );

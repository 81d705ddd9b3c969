/**
 * Homes that are in both searches, by their home id: the rows of each together, and where they
 * differ.
 */
import { useMemo } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { streetText } from '../home/home-details.js';
import { Table } from '../pages/table.js';
import { priceOf, rowKey } from '../results/fields.js';
import { count, counted, decimal, dollars } from '../text/format.js';
import { percentText } from './figures.js';
import { differing, HOMES_SHOWN, type SharedHome, sharedHomes } from './home-groups.js';

interface Props {
  readonly left: readonly Row[];
  readonly right: readonly Row[];
  readonly kinds: readonly [left: SearchRoute['kind'], right: SearchRoute['kind']];
}

/**
 * A table of the homes that differ, those that differ most first; nothing where none is in both.
 */
export function SharedHomes({ left, right, kinds }: Props) {
  const homes = useMemo(() => sharedHomes(left, right, kinds), [left, right, kinds]);
  if (homes.length === 0) return null;
  const differ = homes.filter((home) => differing(home) > 0);
  const shown = differ.slice(0, HOMES_SHOWN);
  return (
    <section className="shared-homes">
      <h2>Homes in both</h2>
      <p className="hint">{aboutText(homes.length, differ.length)}</p>
      {shown.length > 0 && (
        <Table
          caption="Homes in both searches that differ"
          name="compared"
          rowHeads
          rows={shown}
          keyOf={({ id }) => id}
          columns={[
            ['Home', (home) => <Home {...home} kinds={kinds} />],
            ['Price A', ({ prices }) => valuesText(prices[0], dollars), 'numeric'],
            ['Price B', (home) => <SecondPrice {...home} kinds={kinds} />, 'numeric'],
            ['Beds', ({ beds }) => valuesOf(beds, decimal), 'numeric'],
            ['Living area', ({ area }) => valuesOf(area, count), 'numeric'],
          ]}
        />
      )}
    </section>
  );
}

function aboutText(both: number, differ: number): string {
  const matched = `${counted(both, 'home')}, matched by home ID`;
  if (differ === 0) return `${matched}; no shared price, beds or living area differs.`;
  const more = differ > HOMES_SHOWN ? ` The ${count(HOMES_SHOWN)} that differ most are shown.` : '';
  return `${matched}; ${count(differ)} of them differ in price, beds or living area, with the values of A first.${more}`;
}

const Home = ({ left, right, kinds }: SharedHome & Pick<Props, 'kinds'>) => (
  <>
    {left[0] === undefined ? '' : streetText(left[0])}
    <Rows side="A" rows={left} kind={kinds[0]} />
    <Rows side="B" rows={right} kind={kinds[1]} />
  </>
);

function SecondPrice({ prices: [first, second], kinds }: SharedHome & Pick<Props, 'kinds'>) {
  // A rent is no part of a price.
  const isLike = (kinds[0] === 'rentals') === (kinds[1] === 'rentals');
  const change = isLike ? percentText(first[0] ?? null, second[0] ?? null) : null;
  return (
    <>
      {valuesText(second, dollars)}
      {change !== null && <span className="hint">{change}</span>}
    </>
  );
}

/** Where a side has more than one row of the home: how many, with their prices. */
const Rows = ({
  side,
  rows,
  kind,
}: {
  readonly side: string;
  readonly rows: readonly Row[];
  readonly kind: SearchRoute['kind'];
}) =>
  rows.length > 1 && (
    <span className="hint">
      {`${rows.length} rows in ${side}: ${rows
        .map(
          (row) =>
            `${rowKey(row)} ${valuesText([priceOf(row, kind) ?? 0].filter(Boolean), dollars)}`,
        )
        .join(', ')}`}
    </span>
  );

const valuesOf = (values: readonly number[], format: (value: number) => string) =>
  values.length > 1 ? (
    <span className="differs">{valuesText(values, format)}</span>
  ) : (
    valuesText(values, format)
  );

/** One value, or those that differ: "3 / 4". */
const valuesText = (values: readonly number[], format: (value: number) => string): string =>
  values.length === 0 ? '–' : values.map(format).join(' / ');

/** Figures of both sides with their difference, and the homes by type and by bedrooms. */
import type { SearchRoute } from '#contract/routes.js';
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
      <div className="scroll">
        <table className="plain compared">
          <caption className="sr-only">Medians and quartiles of A and B</caption>
          <thead>
            <tr>
              <th scope="col">Median, 25th to 75th percentile</th>
              <th scope="col" className="numeric">{`A: ${names[0]}`}</th>
              <th scope="col" className="numeric">{`B: ${names[1]}`}</th>
              <th scope="col" className="numeric">
                B compared with A
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((figure) => (
              <tr key={figure.name}>
                <th scope="row">{figure.column.title}</th>
                <Cell quartiles={figure.left} figure={figure} />
                <Cell quartiles={figure.right} figure={figure} />
                <DifferenceCell figure={figure} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {without.length > 0 && (
        <p className="hint">
          {`No home on either side has: ${without.map(({ column }) => column.title.toLowerCase()).join(', ')}.`}
        </p>
      )}
    </>
  );
}

function Cell({ quartiles, figure }: { readonly quartiles: Quartiles; readonly figure: Figure }) {
  const { known, p25, median, p75 } = quartiles;
  if (median === null || p25 === null || p75 === null) return <td className="numeric">–</td>;
  return (
    <td className="numeric">
      <b>{figure.format(median)}</b>
      <span className="hint">{`${figure.format(p25)} to ${figure.format(p75)}`}</span>
      <span className="hint">{counted(known, 'home')}</span>
    </td>
  );
}

function DifferenceCell({ figure }: { readonly figure: Figure }) {
  const difference = differenceOf(figure);
  if (difference === null) return <td className="numeric">–</td>;
  return (
    <td className="numeric">
      {difference.percent !== null && <b>{difference.percent}</b>}
      <span>{difference.words}</span>
    </td>
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
export function GroupTable({ title, kind, groups, rows: [left, right] }: GroupsProps) {
  const priced = kind !== 'auctions';
  return (
    <section>
      <h2>{title}</h2>
      <div className="scroll">
        <table className="plain compared">
          <caption className="sr-only">{`${title}: homes and median prices of A and B`}</caption>
          <thead>
            <tr>
              {['', 'A', 'B', ...(priced ? ['Median A', 'Median B', 'B to A'] : [])].map((name) => (
                <th key={name} scope="col" className={name === '' ? undefined : 'numeric'}>
                  {name === '' ? <span className="sr-only">{title}</span> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.name}>
                <th scope="row">{group.name}</th>
                <Share homes={group.left.homes} of={left} />
                <Share homes={group.right.homes} of={right} />
                {priced && <Prices {...group} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const Prices = ({ left, right }: Group) => (
  <>
    <td className="numeric">{priceText(left.median)}</td>
    <td className="numeric">{priceText(right.median)}</td>
    <td className="numeric">{percentText(left.median, right.median) ?? '–'}</td>
  </>
);

const priceText = (median: number | null): string =>
  median === null ? '–' : dollars(Math.round(median));

interface ShareProps {
  readonly homes: number;
  readonly of: number;
}

const Share = ({ homes, of }: ShareProps) =>
  homes === 0 ? (
    <td className="numeric">–</td>
  ) : (
    <td className="numeric">
      {count(homes)} <span className="hint">{`${Math.round((homes / of) * 100)}%`}</span>
    </td>
  );

/** The row that is held, in a line on the map: its line of the table may be out of sight. */
import { useSyncExternalStore } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { priceOf, rowKey } from '../results/fields.js';
import type { Pointing } from '../results/pointing.js';
import { dollars } from '../words/figures.js';

interface Props {
  readonly rows: readonly Row[];
  readonly kind: SearchRoute['kind'];
  readonly pointing: Pointing;
}

export function ChosenCard({ rows, kind, pointing }: Props) {
  const chosen = useSyncExternalStore(pointing.subscribe, () => pointing.get().chosen);
  const row = rows.find((each) => rowKey(each) === chosen);
  if (row === undefined) return null;
  const price = priceOf(row, kind);
  const { line1, city } = row.address;
  return (
    <p className="chosen-card">
      {price !== null && <b>{dollars(price)}</b>}
      <span>{[line1, city].filter((part) => part !== '').join(', ')}</span>
      <button type="button" onClick={showInTable}>
        Show in the table
      </button>
    </p>
  );
}

const showInTable = (): void =>
  document
    .querySelector('tbody tr[aria-selected="true"]')
    ?.scrollIntoView({ block: 'center', behavior: 'smooth' });

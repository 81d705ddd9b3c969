/** The selected row as a line on the map; its table row may be out of view. */
import { useSyncExternalStore } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { priceOf, rowKey } from '../results/fields.js';
import type { Selection } from '../results/selection.js';
import { dollars } from '../text/format.js';

interface Props {
  readonly rows: readonly Row[];
  readonly kind: SearchRoute['kind'];
  readonly selection: Selection;
}

export function SelectedCard({ rows, kind, selection }: Props) {
  const selected = useSyncExternalStore(selection.subscribe, () => selection.get().selected);
  const row = rows.find((each) => rowKey(each) === selected);
  if (row === undefined) return null;
  const price = priceOf(row, kind);
  const { line1, city } = row.address;
  return (
    <p className="selected-card">
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

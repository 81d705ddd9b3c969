/** The selected row as a line on the map; its table row may be out of view. */
import { useSyncExternalStore } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { priceOf, rowKey } from '../results/fields.js';
import type { Selection } from '../results/selection.js';
import { dollars, streetOf } from '../text/format.js';

interface Props {
  readonly rows: readonly Row[];
  readonly kind: SearchRoute['kind'];
  readonly selection: Selection;
  /** Whether the page has a panel for one home. */
  readonly opens: boolean;
}

export function SelectedCard({ rows, kind, selection, opens }: Props) {
  const selected = useSyncExternalStore(selection.subscribe, () => selection.get().selected);
  const row = rows.find((each) => rowKey(each) === selected);
  if (row === undefined) return null;
  const price = priceOf(row, kind);
  return (
    <p className="selected-card">
      {price !== null && <b>{dollars(price)}</b>}
      <span>{[streetOf(row.address), row.address.city].filter(Boolean).join(', ')}</span>
      {opens && (
        <button type="button" onClick={() => selection.set({ opened: selected })}>
          Details
        </button>
      )}
      <button type="button" onClick={showInTable}>
        Show in the table
      </button>
    </p>
  );
}

/** The search page stays in the document while another page is shown. */
const showInTable = (): void =>
  [...document.querySelectorAll<HTMLElement>('tbody tr[aria-selected="true"], tbody tr.selected')]
    .find(({ offsetParent }) => offsetParent !== null)
    ?.scrollIntoView({ block: 'center', behavior: 'smooth' });

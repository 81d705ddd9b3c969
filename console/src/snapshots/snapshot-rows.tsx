/** The rows of a snapshot in the table of the search, as they were. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { type SearchRoute, searchRouteById } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { Loaded } from '../pages/loaded.js';
import { ColumnChooser } from '../results/column-chooser.js';
import { setColumnLayout, useArranged } from '../results/column-presets.js';
import { columnsOf, rowKey } from '../results/fields.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import type { Reason } from '../results/reasons.js';
import { createSelection, type Selection } from '../results/selection.js';
import { RowTable } from '../results/table.js';
import { useRead } from '../service/query.js';
import { openLink } from '../shell/link.js';
import { rowsOf } from './content.js';
import type { Snapshot } from './labels.js';

export function SnapshotRows({ snapshot }: { readonly snapshot: Snapshot }) {
  const { snapshot_id: id, rows_erased } = snapshot;
  const route = searchRouteById(snapshot.route);
  const query = useRead(
    ['snapshot-rows', id, String(rows_erased)],
    async (client, signal) => rowsOf(await client.snapshots.content(id, { signal })),
    { staleTime: 'static' },
  );
  if (route === undefined) return null;
  return (
    <>
      <h2>Rows</h2>
      <Loaded query={query} what="the rows">
        {(rows) =>
          rows.length === 0 ? <p>The search found nothing.</p> : <Rows {...{ route, rows }} />
        }
      </Loaded>
    </>
  );
}

interface RowsProps {
  readonly route: SearchRoute;
  readonly rows: readonly Row[];
}

function Rows({ route, rows }: RowsProps) {
  const columns = useMemo(() => columnsOf(route), [route]);
  const { layout, arranged } = useArranged(route, rows, columns);
  const [selection] = useState(createSelection);
  const ordered = useRef(rows);
  const reasons = useMemo(() => new Map(columns.map(({ name }) => [name, NOT_STORED])), [columns]);
  useOpened(selection, rows);
  return (
    <section className="rows" aria-label="Rows">
      <div className="toolbar">
        <ColumnChooser {...{ route, columns, layout, arranged }} />
      </div>
      <RowTable
        {...{ rows, columns, arranged, selection, ordered }}
        homes={null}
        kind={route.kind}
        reasons={reasons}
        widths={layout.widths}
        onWidths={(widths) => setColumnLayout(route, { ...layout, widths })}
        filtering={null}
        caption={`Rows of the snapshot, ${rows.length}. Arrow keys move between cells.`}
      />
    </section>
  );
}

/** The first cell of a row leads to the page of its home, where it has one. */
function useOpened(selection: Selection, rows: readonly Row[]): void {
  useEffect(
    () =>
      selection.subscribe(() => {
        const { opened } = selection.get();
        const row = opened === null ? undefined : rows.find((one) => rowKey(one) === opened);
        const homeId = row === undefined ? null : homeIdOf(row);
        if (homeId !== null) openLink(`#/homes/${homeId}`);
      }),
    [selection, rows],
  );
}

/** Of every field: a snapshot has the rows, without the notes of their pages. */
const NOT_STORED: readonly Reason[] = [
  {
    reason: 'not stored',
    meaning: 'A snapshot has the values of a search, without the reasons for empty ones.',
    clause: 'a snapshot does not store the reason',
    detail: null,
  },
];

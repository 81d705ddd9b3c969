/** A menu that saves rows as a file: its format, columns and rows. Free. */
import { type ReactNode, type RefObject, useState } from 'react';
import type { Rowhouse, SnapshotAnswer } from '#client/index.js';
import { SNAPSHOT_ROWS_MAX } from '#contract/limits.js';
import type { RowFormat, SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { Segments } from '../search/field.js';
import { refresh, useAction } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { Icon } from '../shell/icons.js';
import { Popup } from '../shell/popup.js';
import { count, counted } from '../text/format.js';
import type { Column } from './fields.js';
import { fileOf } from './row-files.js';
import { save } from './save.js';

const TITLES: Readonly<Record<RowFormat, string>> = {
  csv: 'CSV',
  geojson: 'GeoJSON',
  ndjson: 'NDJSON',
  parquet: 'Parquet',
};
const FORMATS = Object.keys(TITLES) as RowFormat[];

interface Props {
  readonly route: SearchRoute;
  readonly columns: readonly Column[];
  /** In the order of the table. */
  readonly shown: readonly Column[];
  /** The rows in the order of the table. */
  readonly ordered: RefObject<readonly Row[]>;
  readonly rowCount: number;
  readonly loaded: readonly Row[];
  /** Of the loaded pages. */
  readonly requestIds: readonly string[];
  /** The file's name without its ending. */
  readonly name: string;
}

interface Choice {
  readonly format: RowFormat;
  readonly columns: 'shown' | 'all';
  readonly rows: 'shown' | 'all';
}

export function Downloads(props: Props) {
  const [choice, setChoice] = useState<Choice>({ format: 'csv', columns: 'shown', rows: 'shown' });
  return (
    <Popup
      name="downloads"
      label="Download"
      button={
        <>
          <Icon name="download" /> Download
        </>
      }
    >
      <Choices {...props} choice={choice} onChoice={setChoice} />
    </Popup>
  );
}

interface ChoicesProps extends Props {
  readonly choice: Choice;
  onChoice(choice: Choice): void;
}

function Choices({ choice, onChoice, ...props }: ChoicesProps) {
  const { loaded, requestIds } = props;
  const [message, setMessage] = useState<ReactNode>('');
  const { saveChoice, busy, error } = useSave(props, setMessage);
  const set = (part: Partial<Choice>) => {
    setMessage('');
    onChoice({ ...choice, ...part });
  };
  const isParquet = choice.format === 'parquet';
  const tooMany = isParquet && requestIds.length > 1 && loaded.length > SNAPSHOT_ROWS_MAX;
  return (
    <>
      <h3>Format</h3>
      <Segments
        label="Format"
        name="download-format"
        chosen={choice.format}
        options={FORMATS.map((format) => [format, TITLES[format]])}
        onChoose={(format) => set({ format })}
      />
      {isParquet ? (
        <ParquetNote rows={loaded.length} pages={requestIds.length} />
      ) : (
        <Parts {...props} choice={choice} onPart={set} />
      )}
      <button
        type="button"
        className="primary"
        disabled={tooMany}
        aria-busy={busy}
        onClick={() => saveChoice(choice)}
      >
        Save as {TITLES[choice.format]}
      </button>
      <p role="status" className="hint">
        {message}
      </p>
      {error !== null && <ErrorBox error={error} />}
    </>
  );
}

interface PartsProps extends Props {
  readonly choice: Choice;
  onPart(part: Partial<Choice>): void;
}

const Parts = ({ columns, shown, rowCount, loaded, choice, onPart }: PartsProps) => (
  <>
    <h3>Columns</h3>
    <Segments
      label="Columns"
      name="download-columns"
      chosen={choice.columns}
      options={[
        ['shown', `Shown (${count(shown.length)})`],
        ['all', `All (${count(columns.length)})`],
      ]}
      onChoose={(which) => onPart({ columns: which })}
    />
    <h3>Rows</h3>
    <Segments
      label="Rows"
      name="download-rows"
      chosen={choice.rows}
      options={[
        ['shown', `In the table (${count(rowCount)})`],
        ['all', `All loaded (${count(loaded.length)})`],
      ]}
      onChoose={(which) => onPart({ rows: which })}
    />
  </>
);

/** The service writes Parquet: the browser has no writer of it. Several pages are a snapshot. */
const ParquetNote = ({ rows, pages }: { readonly rows: number; readonly pages: number }) => (
  <p className="hint">
    {pages > 1 && rows > SNAPSHOT_ROWS_MAX ? (
      <>
        {`Parquet of more than ${count(SNAPSHOT_ROWS_MAX)} rows is written by the command line: `}
        <code>rowhouse search --all --format parquet</code>. The other formats have no limit.
      </>
    ) : (
      `The service writes this file: all columns and all ${counted(rows, 'row')} of ${
        pages === 1 ? 'the page' : `the ${count(pages)} pages`
      }, in the order of the source. ${pages === 1 ? '' : SNAPSHOT_HINT}`
    )}
  </p>
);

const SNAPSHOT_HINT =
  'To write it, the service stores these rows as a snapshot: free, and listed under Snapshots until you delete it.';

/** The Parquet file of a page, or of several as of a snapshot, which is made or found. */
async function parquetOf(client: Rowhouse, requestIds: readonly string[]) {
  const last = requestIds.at(-1) ?? '';
  const snapshot =
    requestIds.length > 1 ? await client.snapshots.create({ request_id: last }) : null;
  const stream =
    snapshot === null
      ? client.rowsStream(last, 'parquet')
      : client.snapshots.parquet(snapshot.snapshot_id);
  return { snapshot, blob: await new Response(await stream).blob() };
}

/** Saves what was chosen, and says what the file holds. */
function useSave({ route, columns, ...props }: Props, say: (message: ReactNode) => void) {
  const { act, busy, error } = useAction();
  const saveChoice = (choice: Choice) => {
    const { shown, ordered, loaded, requestIds, name } = props;
    const { format } = choice;
    if (format === 'parquet') {
      act(
        (client) => parquetOf(client, requestIds),
        ({ snapshot, blob }) => {
          const file = save(blob, name, format);
          const rows = `${file} saved: ${counted(snapshot?.rows ?? loaded.length, 'row')}`;
          say(snapshot === null ? rows : <StoredRows {...{ rows, snapshot }} />);
          if (snapshot !== null) refresh();
        },
      );
      return;
    }
    const rows = choice.rows === 'all' ? loaded : ordered.current;
    const fields = choice.columns === 'all' ? null : shown.map((each) => each.name);
    const file = save(fileOf(format, route, fields, rows), name, format);
    const of = `${count((fields ?? columns).length)} of ${counted(columns.length, 'column')}`;
    say(`${file} saved: ${counted(rows.length, 'row')}, ${of}`);
  };
  return { saveChoice, busy, error };
}

interface StoredProps {
  readonly rows: string;
  readonly snapshot: SnapshotAnswer;
}

/** Which rows were stored, and where. */
export const StoredRows = ({ rows, snapshot: { snapshot_id, completeness } }: StoredProps) => (
  <>
    {`${rows}${completeness === 'complete' ? '' : ', part of the search'}. `}
    <a href={`#/snapshots/${snapshot_id}`}>Open the snapshot</a>
  </>
);

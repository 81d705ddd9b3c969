/** Saves the rows shown as a file, in the order of the table. Free. */
import { type RefObject, useState } from 'react';
import type { SearchRoute, TextFormat } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { Icon } from '../shell/icons.js';
import { count, counted } from '../text/format.js';
import type { Column } from './fields.js';
import { fileOf, MEDIA_TYPES } from './row-files.js';

const FORMATS: readonly (readonly [ending: TextFormat, title: string, holds: string])[] = [
  ['csv', 'CSV', 'with the columns shown'],
  ['geojson', 'GeoJSON', 'with all fields'],
  ['ndjson', 'NDJSON', 'with all fields'],
];

interface Props {
  readonly route: SearchRoute;
  readonly columns: readonly Column[];
  /** In the order of the table. */
  readonly shown: readonly Column[];
  /** The rows in the order of the table. */
  readonly ordered: RefObject<readonly Row[]>;
  readonly rowCount: number;
  /** The file's name without its ending. */
  readonly name: string;
}

export function Downloads({ route, columns, shown, ordered, rowCount, name }: Props) {
  const [message, setMessage] = useState('');
  const rowsText = counted(rowCount, 'row');
  const download = (ending: TextFormat, title: string) => {
    const fields = shown.map((each) => each.name);
    const rows = ordered.current;
    save(fileOf(ending, route, fields, rows), MEDIA_TYPES[ending], `${name}.${ending}`);
    const what = ending === 'csv' ? `, ${fields.length} of ${count(columns.length)} columns` : '';
    setMessage(`${title} saved: ${counted(rows.length, 'row')}${what}`);
  };
  return (
    <div className="downloads" role="group" aria-label={`Download the ${rowsText} shown`}>
      <Icon name="download" />
      <span className="hint">{rowsText} as</span>
      {FORMATS.map(([ending, title, holds]) => (
        <button
          key={ending}
          type="button"
          title={`Save the ${rowsText} shown, ${holds}`}
          onClick={() => download(ending, title)}
        >
          {title}
        </button>
      ))}
      <span role="status" className="hint">
        {message}
      </span>
    </div>
  );
}

/** The browser may read an object URL some time after the click. */
const KEPT_MS = 60_000;

function save(text: string, type: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

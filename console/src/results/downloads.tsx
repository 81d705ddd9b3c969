/** The rows of the table as a file: those that are loaded and shown, in the order of the table. Free. */
import { type RefObject, useState } from 'react';
import type { RowFormat, SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { Icon } from '../shell/icons.js';
import { count, counted } from '../words/figures.js';
import type { Column } from './fields.js';
import { fileOf, MEDIA_TYPES } from './row-files.js';

const FORMATS: readonly (readonly [ending: RowFormat, title: string, holds: string])[] = [
  ['csv', 'CSV', 'with the columns shown'],
  ['geojson', 'GeoJSON', 'with all fields'],
  ['ndjson', 'NDJSON', 'with all fields'],
];

interface Props {
  readonly route: SearchRoute;
  readonly columns: readonly Column[];
  readonly visible: ReadonlySet<string>;
  /** The rows in the order of the table. */
  readonly ordered: RefObject<readonly Row[]>;
  readonly rowCount: number;
  /** The file's name without its ending. */
  readonly name: string;
}

export function Downloads({ route, columns, visible, ordered, rowCount, name }: Props) {
  const [said, setSaid] = useState('');
  const rowWords = counted(rowCount, 'row');
  const download = (ending: RowFormat, title: string) => {
    const fields = columns.filter((column) => visible.has(column.name)).map((each) => each.name);
    const rows = ordered.current;
    save(fileOf(ending, route, fields, rows), MEDIA_TYPES[ending], `${name}.${ending}`);
    const what = ending === 'csv' ? `, ${fields.length} of ${count(columns.length)} columns` : '';
    setSaid(`${title} saved: ${counted(rows.length, 'row')}${what}`);
  };
  return (
    <div className="downloads" role="group" aria-label={`Download the ${rowWords} shown`}>
      <Icon name="download" />
      <span className="hint">{rowWords} as</span>
      {FORMATS.map(([ending, title, holds]) => (
        <button
          key={ending}
          type="button"
          title={`Save the ${rowWords} shown, ${holds}`}
          onClick={() => download(ending, title)}
        >
          {title}
        </button>
      ))}
      <span role="status" className="hint">
        {said}
      </span>
    </div>
  );
}

/** How long an object URL is kept after its click: the browser reads it in its own time. */
const KEPT_MS = 60_000;

function save(text: string, type: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

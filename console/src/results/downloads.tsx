/** The rows of the page shown as a file. Free: the page was paid when it was read. */
import { useState } from 'react';
import { asTrouble, getBlob } from '../service/call.js';
import { jobPath } from '../service/jobs.js';
import { Icon } from '../shell/icons.js';

const FORMATS = [
  ['csv', 'CSV'],
  ['geojson', 'GeoJSON'],
  ['ndjson', 'NDJSON'],
] as const;

interface Props {
  readonly apiKey: string;
  readonly requestId: string;
  /** The file's name without its ending. */
  readonly name: string;
}

export function Downloads({ apiKey, requestId, name }: Props) {
  const [said, setSaid] = useState('');
  const download = async (ending: string, title: string) => {
    setSaid(`Reading ${title}…`);
    try {
      const file = await getBlob(`${jobPath(requestId)}/rows.${ending}`, { key: apiKey });
      save(file, `${name}.${ending}`);
      setSaid(`${title} saved`);
    } catch (error) {
      setSaid(asTrouble(error).message);
    }
  };
  return (
    <div className="downloads" role="group" aria-label="Download the rows of this page">
      <Icon name="download" />
      {FORMATS.map(([ending, title]) => (
        <button key={ending} type="button" onClick={() => void download(ending, title)}>
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

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

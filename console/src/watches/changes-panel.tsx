/** What changed: the newest changes on the map, and the log of the watch below it. */
import { useMemo, useRef, useState } from 'react';
import { type ChangeKind, changesOf, type EventBody, type HomeChange } from '#client/index.js';
import { searchRouteById } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { MapPanel } from '../map/map-panel.js';
import type { MapHandle } from '../map/map-view.js';
import { rowKey } from '../results/fields.js';
import { createSelection, type Selection, useHighlight } from '../results/selection.js';
import { counted, moment } from '../text/format.js';
import { addressText, CHANGE_LABELS, changeText, draftOf, eventText } from './labels.js';
import { type WatchDetails, waitingText } from './load.js';

/** A line of the log: a change of a home, or an event of the watch. */
interface Line {
  readonly key: string;
  readonly event: EventBody;
  readonly change: HomeChange | null;
}

const LINES_SHOWN = 100;
const LINES_MORE = 400;

export function ChangesPanel({ watch, events }: Omit<WatchDetails, 'runs'>) {
  const [selection] = useState(createSelection);
  const [limit, setLimit] = useState(LINES_SHOWN);
  const all = useMemo(() => events.flatMap(linesOf), [events]);
  const lines = all.slice(0, limit);
  const waiting = waitingText(watch);
  return (
    <>
      <h2>Changes</h2>
      <ChangeMap {...{ watch, lines, selection }} />
      {waiting !== null && <p className="hint">{waiting}</p>}
      {lines.length > 0 && <ChangeLog {...{ lines, selection }} />}
      {lines.length === 0 && waiting === null && <p className="hint">The log has no events.</p>}
      {all.length > limit && (
        <div className="actions">
          <button type="button" onClick={() => setLimit((now) => now + LINES_MORE)}>
            Show more of {counted(all.length, 'entry', 'entries')}
          </button>
        </div>
      )}
    </>
  );
}

function linesOf(event: EventBody): Line[] {
  const changes = changesOf(event);
  if (changes.length === 0) return [{ key: event.event_id, event, change: null }];
  return changes.map((change) => ({
    key: `${event.event_id} ${change.source_id}`,
    event,
    change,
  }));
}

/** The rows of a change are those of the search route. */
const rowOf = ({ row }: HomeChange): Row => row as unknown as Row;

interface MapProps {
  readonly watch: WatchDetails['watch'];
  readonly lines: readonly Line[];
  readonly selection: Selection;
}

function ChangeMap({ watch, lines, selection }: MapProps) {
  const handle = useRef<MapHandle | null>(null);
  const draft = useMemo(() => draftOf(watch), [watch]);
  const { rows, changes } = useMemo(() => newestOf(lines), [lines]);
  const kind = searchRouteById(watch.route)?.kind ?? 'listings';
  if (rows.length === 0) return null;
  return (
    <div className="watch-map">
      <ChangeKey changes={[...changes.values()]} />
      <MapPanel
        {...{ rows, kind, changes, draft, selection, handle }}
        searched={draft}
        drawing={null}
        onDrawn={nothing}
        onDrawEnd={nothing}
      />
    </div>
  );
}

const nothing = (): void => undefined;

/** Each home once, with the newest of its changes; the lines come newest first. */
function newestOf(lines: readonly Line[]) {
  const rows: Row[] = [];
  const changes = new Map<string, ChangeKind>();
  for (const { change } of lines) {
    if (change === null || changes.has(rowKey(rowOf(change)))) continue;
    rows.push(rowOf(change));
    changes.set(rowKey(rowOf(change)), change.kind);
  }
  return { rows, changes };
}

const ChangeKey = ({ changes }: { readonly changes: readonly ChangeKind[] }) => (
  <ul className="change-key" aria-label="Homes on the map">
    {(Object.keys(CHANGE_LABELS) as ChangeKind[]).map((kind) => {
      const homes = changes.filter((one) => one === kind).length;
      return homes === 0 ? null : (
        <li key={kind}>
          <span className={`key ${kind}`} /> {homes} {CHANGE_LABELS[kind].toLowerCase()}
        </li>
      );
    })}
  </ul>
);

interface LogProps {
  readonly lines: readonly Line[];
  readonly selection: Selection;
}

const ChangeLog = ({ lines, selection }: LogProps) => (
  <div className="scroll">
    <table className="plain log">
      <caption className="sr-only">Changes and events of the watch, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className="numeric">
            No.
          </th>
          <th scope="col">When</th>
          <th scope="col">Change</th>
          <th scope="col">Home</th>
          <th scope="col">Values</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, event, change }) =>
          change === null ? (
            <tr key={key}>
              <When event={event} />
              <td colSpan={3}>{eventText(event)}</td>
            </tr>
          ) : (
            <ChangeRow key={key} {...{ event, change, selection }} />
          ),
        )}
      </tbody>
    </table>
  </div>
);

const When = ({ event }: { readonly event: EventBody }) => (
  <>
    <td className="numeric">{event.seq}</td>
    <td>{moment(event.timestamp)}</td>
  </>
);

interface RowProps {
  readonly event: EventBody;
  readonly change: HomeChange;
  readonly selection: Selection;
}

function ChangeRow({ event, change, selection }: RowProps) {
  const row = rowOf(change);
  const key = rowKey(row);
  const highlight = useHighlight(selection, key);
  const label = addressText(row) || change.source_id;
  return (
    <tr
      className={highlight}
      onMouseEnter={() => selection.set({ hovered: key, by: 'table' })}
      onMouseLeave={() => selection.set({ hovered: null, by: 'table' })}
    >
      <When event={event} />
      <td>
        <span className={`change ${change.kind}`}>{CHANGE_LABELS[change.kind]}</span>
      </td>
      <td>
        {row.location === null ? (
          label
        ) : (
          <button
            type="button"
            className="in-text"
            title="Show on the map"
            onClick={() => selection.set({ selected: key, by: 'table' })}
          >
            {label}
          </button>
        )}
      </td>
      <td>{changeText(change)}</td>
    </tr>
  );
}

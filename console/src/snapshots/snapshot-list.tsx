/** The snapshots of the account, newest first; or what was known of each search on a day. */
import { useState } from 'react';
import { Empty, Loaded, PageHead } from '../pages/loaded.js';
import { Table } from '../pages/table.js';
import { TextField } from '../search/field.js';
import { useRead } from '../service/query.js';
import { openLink } from '../shell/link.js';
import { ago, count, moment } from '../text/format.js';
import { searchText } from '../watches/labels.js';
import {
  completenessText,
  isComplete,
  linkOf,
  type Snapshot,
  shortHash,
  titleOf,
} from './labels.js';

const DAY = /^(?:19|20)\d{2}-\d{2}-\d{2}$/;

interface Props {
  /** What follows the question mark of the link. */
  readonly query: string;
}

export function SnapshotList({ query }: Props) {
  const sent = new URLSearchParams(query).get('as_of') ?? '';
  const asOf = DAY.test(sent) ? sent : '';
  // A day that is not typed to its end waits.
  const [typed, setTyped] = useState<string | null>(null);
  const snapshots = useSnapshots(asOf);
  return (
    <div className="page">
      <PageHead title="Snapshots" query={snapshots} />
      <p className="lead">
        A snapshot stores the rows of a search as they were, and names them by the hash of their
        content: with the hash, anybody can check that nothing was changed. Free.
      </p>
      <div className="as-of">
        <TextField
          id="as-of"
          label="What was known on"
          hint="Of each search, the last snapshot made by the end of that day (UTC)."
          type="date"
          value={typed ?? asOf}
          onText={(day) => {
            const isWhole = day === '' || DAY.test(day);
            setTyped(isWhole ? null : day);
            if (!isWhole) return;
            openLink(day === '' ? '#/snapshots' : `#/snapshots?as_of=${day}`);
          }}
        />
        {asOf !== '' && <a href="#/snapshots">Show all snapshots</a>}
      </div>
      <Loaded query={snapshots} what="the snapshots">
        {({ snapshots: all }) =>
          all.length > 0 ? <SnapshotTable snapshots={all} /> : <NoSnapshots asOf={asOf} />
        }
      </Loaded>
    </div>
  );
}

export const useSnapshots = (asOf: string, route?: string) =>
  useRead(['snapshots', asOf, route ?? ''], (client, signal) =>
    client.snapshots.list({ ...(asOf !== '' && { as_of: asOf }), route }, { signal }),
  );

const NoSnapshots = ({ asOf }: { readonly asOf: string }) => (
  <Empty title={asOf === '' ? 'No snapshots' : 'No snapshot was made by then'}>
    <p>Search, and select “Keep” above the rows.</p>
    <a href="#/search">Go to the search</a>
  </Empty>
);

const SnapshotTable = ({ snapshots }: { readonly snapshots: readonly Snapshot[] }) => (
  <Table
    caption="Snapshots, newest first"
    name="snapshots"
    rows={snapshots}
    keyOf={({ snapshot_id }) => snapshot_id}
    columns={[
      ['Snapshot', SnapshotName],
      ['Made', Made],
      ['Rows', ({ rows }) => count(rows), 'numeric'],
      ['Completeness', Completeness],
      ['Hash', (snapshot) => <code title={snapshot.hash}>{shortHash(snapshot)}</code>],
    ]}
  />
);

const SnapshotName = (snapshot: Snapshot) => (
  <>
    <a href={linkOf(snapshot)}>{titleOf(snapshot)}</a>
    {snapshot.name !== '' && <p className="hint">{searchText(snapshot)}</p>}
  </>
);

const Made = ({ created_at }: Snapshot) => (
  <span title={moment(created_at)}>{ago(created_at, Date.now())}</span>
);

export const Completeness = (snapshot: Snapshot) => (
  <span className={isComplete(snapshot) ? 'badge good' : 'badge'}>
    {completenessText(snapshot)}
  </span>
);

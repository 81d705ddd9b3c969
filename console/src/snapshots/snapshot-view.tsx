/** One snapshot: what it holds, how to check it, files, its difference to others, and its rows. */
import { useState } from 'react';
import { Confirm } from '../pages/confirm.js';
import { Facts } from '../pages/facts.js';
import { Loaded } from '../pages/loaded.js';
import { RightView } from '../results/rights.js';
import { save } from '../results/save.js';
import { SelectField } from '../search/field.js';
import { forget, refresh, useAction, useRead } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { Icon } from '../shell/icons.js';
import { openLink } from '../shell/link.js';
import { count, counted, moment } from '../text/format.js';
import { searchText } from '../watches/labels.js';
import { CopyLine } from './copy-line.js';
import { HashCheck } from './hash-check.js';
import { checkCommand, collectedText, layerOf, linkOf, type Snapshot, titleOf } from './labels.js';
import { Completeness, useSnapshots } from './snapshot-list.js';
import { SnapshotRows } from './snapshot-rows.js';

export function SnapshotView({ snapshotId }: { readonly snapshotId: string }) {
  const query = useRead(['snapshot', snapshotId], (client, signal) =>
    client.snapshots.get(snapshotId, { signal }),
  );
  return (
    <div className="page snapshot">
      <p>
        <a href="#/snapshots">All snapshots</a>
      </p>
      <Loaded query={query} what="the snapshot">
        {(snapshot) => (
          <>
            <Head {...snapshot} />
            <Actions snapshot={snapshot} />
            <Proof {...snapshot} />
            <Compare snapshot={snapshot} />
            <SnapshotRows snapshot={snapshot} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const Head = (snapshot: Snapshot) => (
  <>
    <div className="source-head">
      <h1>{titleOf(snapshot)}</h1>
      <Completeness {...snapshot} />
    </div>
    {snapshot.name !== '' && <p className="lead">{searchText(snapshot)}</p>}
    <Facts
      facts={[
        ['Rows', count(snapshot.rows), 'large'],
        ['Pages', count(snapshot.pages)],
        ['Collected', collectedText(snapshot)],
        ['Made', moment(snapshot.created_at)],
        ['Stored until', moment(snapshot.expires_at)],
      ]}
    />
    {snapshot.datasets.map((rights) => (
      <p className="hint" key={rights.dataset}>
        <RightView {...rights} attribution={rights.attribution ?? rights.dataset} />
      </p>
    ))}
  </>
);

function Actions({ snapshot }: { readonly snapshot: Snapshot }) {
  const { snapshot_id: id } = snapshot;
  const { act, busy, error } = useAction();
  const remove = () =>
    act(
      (client) => client.snapshots.remove(id),
      () => {
        forget('snapshot', id);
        openLink('#/snapshots');
        refresh();
      },
    );
  return (
    <>
      <div className="actions" aria-busy={busy}>
        <Files {...{ snapshot, act }} />
        <Confirm
          label="Delete"
          yes="Delete the snapshot"
          no="Keep it"
          hint="Its rows are removed for good, and its map layer ends."
          onYes={remove}
        />
      </div>
      {error !== null && <ErrorBox error={error} />}
    </>
  );
}

interface FilesProps {
  readonly snapshot: Snapshot;
  readonly act: ReturnType<typeof useAction>['act'];
}

function Files({ snapshot: { snapshot_id: id, rows }, act }: FilesProps) {
  const [message, setMessage] = useState('');
  const saved = (content: BlobPart, format: 'ndjson' | 'parquet') => {
    const name = save(content, `snapshot-${id.slice(0, 8)}`, format);
    setMessage(`${name} saved: ${counted(rows, 'row')}`);
  };
  const parquet = () =>
    act(
      async (client) => new Response(await client.snapshots.parquet(id)).blob(),
      (blob) => saved(blob, 'parquet'),
    );
  const ndjson = () =>
    act(
      (client) => client.snapshots.content(id),
      (text) => saved(text, 'ndjson'),
    );
  return (
    <>
      <button type="button" onClick={parquet}>
        <Icon name="download" /> Parquet
      </button>
      <button type="button" onClick={ndjson}>
        <Icon name="download" /> NDJSON
      </button>
      <span role="status" className="hint">
        {message}
      </span>
    </>
  );
}

const Proof = (snapshot: Snapshot) => (
  <section className="proof" aria-labelledby="proof-title">
    <h2 id="proof-title">Hash and addresses</h2>
    <CopyLine label="Hash of the content (SHA-256)" text={snapshot.hash} />
    <HashCheck snapshot={snapshot} />
    <CopyLine
      label="The same check elsewhere: this command prints the hash of what is stored"
      text={checkCommand(snapshot)}
    />
    <CopyLine
      label="Its layer for QGIS, ArcGIS and other maps, with an API key"
      text={layerOf(snapshot)}
    />
    <p className="hint">
      <a href="/docs/snapshots">About snapshots</a> · <a href="/docs/layers">About layers</a>
    </p>
  </section>
);

/** Another snapshot of the route: the older one is where the difference begins. */
function Compare({ snapshot }: { readonly snapshot: Snapshot }) {
  const { data } = useSnapshots('', snapshot.route);
  const others = (data?.snapshots ?? []).filter(
    ({ snapshot_id }) => snapshot_id !== snapshot.snapshot_id,
  );
  if (others.length === 0) return null;
  const open = (id: string) => {
    const other = others.find(({ snapshot_id }) => snapshot_id === id);
    if (other === undefined) return;
    const [from, to] =
      other.created_at < snapshot.created_at ? [other, snapshot] : [snapshot, other];
    openLink(`${linkOf(from)}?to=${to.snapshot_id}`);
  };
  return (
    <SelectField
      id="snapshot-other"
      label="What is different in another snapshot"
      value=""
      options={[
        ['', 'Choose a snapshot'],
        ...others.map(
          (one) => [one.snapshot_id, `${titleOf(one)}, ${moment(one.created_at)}`] as const,
        ),
      ]}
      onPick={open}
    />
  );
}

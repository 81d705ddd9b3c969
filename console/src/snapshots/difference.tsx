/** What changed from one snapshot to a later one of the same route. */
import type { SnapshotChange, SnapshotDifferenceAnswer } from '#client/index.js';
import { Facts } from '../pages/facts.js';
import { Loaded } from '../pages/loaded.js';
import { Table } from '../pages/table.js';
import { useRead } from '../service/query.js';
import { count, moment } from '../text/format.js';
import { searchText } from '../watches/labels.js';
import {
  CHANGE_WORDS,
  homeText,
  isComplete,
  linkOf,
  type Snapshot,
  titleOf,
  valuesText,
} from './labels.js';

interface Props {
  readonly from: string;
  readonly to: string;
}

export function Difference({ from, to }: Props) {
  const query = useRead(['difference', from, to], (client, signal) =>
    client.snapshots.difference(from, to, { signal }),
  );
  return (
    <div className="page">
      <p>
        <a href="#/snapshots">All snapshots</a>
      </p>
      <h1>Difference of two snapshots</h1>
      <Loaded query={query} what="the difference">
        {(answer) => <Changes {...answer} />}
      </Loaded>
    </div>
  );
}

function Changes({ from, to, unchanged, changes }: SnapshotDifferenceAnswer) {
  const homes = (kind: string) => count(changes.filter((one) => one.kind === kind).length);
  return (
    <>
      <p className="lead">
        From <Named {...from} /> to <Named {...to} />. Fields that change by themselves do not
        count, and neither does a field that one of the two lacks.
      </p>
      {limitText(from, to) !== null && (
        <p className="hint" role="note">
          {limitText(from, to)}
        </p>
      )}
      <Facts
        facts={[
          ['New', homes('added'), 'large'],
          ['Gone', homes('removed'), 'large'],
          ['Changed', homes('changed'), 'large'],
          ['Unchanged', count(unchanged), 'large'],
        ]}
      />
      {changes.length > 0 && (
        <Table
          caption="Homes that are new, gone or changed"
          rows={changes}
          keyOf={({ kind, source_id }) => `${kind} ${source_id}`}
          columns={[
            ['Change', ChangeName],
            ['Home', HomeName],
            ['Values', valuesText],
          ]}
        />
      )}
      {changes.length === 0 && <p>Both have the same homes with the same values.</p>}
    </>
  );
}

/** Why a home may be missing from one of them, though nothing happened to it. */
function limitText(from: Snapshot, to: Snapshot): string | null {
  if (searchText(from) !== searchText(to)) {
    return 'These are of different searches: a home may be new or gone because only one of them asks for it.';
  }
  if (isComplete(from) && isComplete(to)) return null;
  return 'One of them has part of its search: a home may be new or gone because its page is missing.';
}

const Named = (snapshot: Snapshot) => (
  <>
    <a href={linkOf(snapshot)}>{titleOf(snapshot)}</a> ({moment(snapshot.created_at)})
  </>
);

const ChangeName = ({ kind }: SnapshotChange) => (
  <span className={`change ${kind}`}>{CHANGE_WORDS[kind] ?? kind}</span>
);

const HomeName = (change: SnapshotChange) =>
  change.home_id === null ? (
    homeText(change)
  ) : (
    <a href={`#/homes/${change.home_id}`}>{homeText(change)}</a>
  );

/** The snapshots of the account, one of them, or the difference of two. */
import { isRequestId, type Link } from '../shell/link.js';
import { Difference } from '../snapshots/difference.js';
import { SnapshotList } from '../snapshots/snapshot-list.js';
import { SnapshotView } from '../snapshots/snapshot-view.js';
import '../styles/snapshots.css';

export function SnapshotsPage({ link: { itemId, query } }: { readonly link: Link }) {
  if (itemId === null) return <SnapshotList query={query} />;
  const to = new URLSearchParams(query).get('to') ?? '';
  if (isRequestId(to)) return <Difference from={itemId} to={to} />;
  return <SnapshotView key={itemId} snapshotId={itemId} />;
}

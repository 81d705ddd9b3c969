/** Snapshots in words: what they are of, how complete, and what changed between two. */
import type { HomeChange, SnapshotAnswer, SnapshotChange } from '#client/index.js';
import type { Row } from '#contract/rows.js';
import { counted, moment } from '../text/format.js';
import { addressText, changeText, searchText } from '../watches/labels.js';

export type Snapshot = Omit<SnapshotAnswer, 'meta'>;

/** The name of a snapshot, or its search. */
export const titleOf = (snapshot: Snapshot): string =>
  snapshot.name === '' ? searchText(snapshot) : snapshot.name;

export const isComplete = ({ completeness }: Snapshot): boolean => completeness === 'complete';

export const completenessText = (snapshot: Snapshot): string =>
  isComplete(snapshot) ? 'complete' : 'part of the search';

/** "2 Nov 2026, 09:15", "2 Nov 2026, 09:15 to 2 Nov 2026, 09:40". */
export function collectedText({ collected_from, collected_until }: Snapshot): string {
  const [from, until] = [moment(collected_from), moment(collected_until)];
  return from === until ? from : `${from} to ${until}`;
}

const SHORT = 12;
export const shortHash = ({ hash }: Snapshot): string => `${hash.slice(0, SHORT)}…`;

export const linkOf = ({ snapshot_id }: Snapshot): string => `#/snapshots/${snapshot_id}`;

/** The address that maps open the rows by. */
export const layerOf = ({ snapshot_id }: Snapshot): string =>
  `${location.origin}/v1/ogc/collections/snapshot-${snapshot_id}/items`;

/** The command that prints the hash of the content, as documented. */
export const checkCommand = ({ snapshot_id }: Snapshot): string =>
  `curl -s "${location.origin}/v1/snapshots/${snapshot_id}/rows.ndjson" -H "Authorization: Bearer $KEY" | sha256sum`;

export const CHANGE_WORDS: Readonly<Record<string, string>> = {
  added: 'New',
  removed: 'Gone',
  changed: 'Changed',
};

/** "4455 W Lanternhill St, Austin, 78704"; the id of a home whose address is not watched. */
export function homeText({ values, source_id }: SnapshotChange): string {
  const { address } = values as Partial<Pick<Row, 'address'>>;
  return (address && addressText({ address } as Row)) || source_id;
}

/** Its price; of a changed home each field with its previous and new value. */
export const valuesText = ({ kind, source_id, values, previous }: SnapshotChange): string =>
  changeText({
    kind: kind as HomeChange['kind'],
    source_id,
    row: values,
    previous,
    previous_source_id: null,
    last_seen_at: '',
  });

/** "3 erased": rows that are gone since, by an operator. */
export const erasedText = ({ rows_erased: erased }: Snapshot): string | null =>
  erased === 0
    ? null
    : `The operator has erased ${counted(erased, 'row')} since. The hash is of all of them, so it no longer fits the content.`;

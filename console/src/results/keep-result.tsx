/** Keeps the rows of a search as they are now: a snapshot, named by the hash of its content. */
import { type FormEvent, useState } from 'react';
import type { SnapshotAnswer } from '#client/index.js';
import { NAME_CHARS_MAX } from '#contract/watches.js';
import { TextField } from '../search/field.js';
import { refresh, useAction } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { Icon } from '../shell/icons.js';
import { Popup } from '../shell/popup.js';
import { counted } from '../text/format.js';
import { StoredRows } from './downloads.js';

interface Props {
  /** Any page of the search: the service follows the others. */
  readonly requestId: string;
}

export const KeepResult = ({ requestId }: Props) => (
  <Popup
    name="keep"
    label="Keep this result"
    button={
      <>
        <Icon name="pin" /> Keep<span className="sr-only"> this result</span>
      </>
    }
  >
    <KeepForm requestId={requestId} />
  </Popup>
);

function KeepForm({ requestId }: Props) {
  const [name, setName] = useState('');
  const [made, setMade] = useState<SnapshotAnswer | null>(null);
  const { act, busy, error } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = name.trim();
    act(
      (client) =>
        client.snapshots.create({ request_id: requestId, ...(typed !== '' && { name: typed }) }),
      (snapshot) => {
        setMade(snapshot);
        refresh();
      },
    );
  };
  return (
    <form aria-label="Keep this result" onSubmit={submit}>
      <h3>Keep this result</h3>
      <p className="hint">
        The rows of all loaded pages stay as they are now, whatever changes at the source. Free.
      </p>
      <TextField
        id="keep-name"
        label="Name (optional)"
        maxLength={NAME_CHARS_MAX}
        value={name}
        onText={setName}
      />
      <button type="submit" className="primary" aria-busy={busy}>
        Keep
      </button>
      <p role="status">
        {made !== null && (
          <StoredRows rows={`${counted(made.rows, 'row')} stored`} snapshot={made} />
        )}
      </p>
      {error !== null && <ErrorBox error={error} />}
    </form>
  );
}

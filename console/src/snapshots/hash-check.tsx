/** Checks in the browser that the content still has the hash of the snapshot. */
import { useState } from 'react';
import { useAction } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { hashOf } from './content.js';
import { erasedText, type Snapshot } from './labels.js';

type Outcome = 'same' | 'different' | 'no crypto';

const WORDS: Readonly<Record<Outcome, string>> = {
  same: 'Checked in this browser: the content has exactly this hash.',
  different: 'The content has another hash: it is not what the hash was made of.',
  'no crypto': 'This browser computes hashes over HTTPS only. Use the command below.',
};

export function HashCheck({ snapshot }: { readonly snapshot: Snapshot }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { act, busy, error } = useAction();
  const erased = erasedText(snapshot);
  const check = () =>
    act(
      async (client) => hashOf(await client.snapshots.content(snapshot.snapshot_id)),
      (hash) =>
        setOutcome(hash === null ? 'no crypto' : hash === snapshot.hash ? 'same' : 'different'),
    );
  return (
    <>
      <div className="actions">
        <button type="button" onClick={check} aria-busy={busy}>
          Check the content
        </button>
        <span role="status" className={outcome === 'different' ? 'problem' : undefined}>
          {outcome !== null && WORDS[outcome]}
        </span>
      </div>
      {erased !== null && <p className="problem">{erased}</p>}
      {error !== null && <ErrorBox error={error} />}
    </>
  );
}

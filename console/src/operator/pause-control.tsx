/** Pauses a source or feed with a reason, or lets it be read again; both ask once more. */
import { type FormEvent, useId, useState } from 'react';
import type { SourceStateBody } from '#contract/operator.js';
import { Confirm, useFocusOf } from '../pages/confirm.js';
import { feedLabel } from '../text/labels.js';

/** As long as the listener takes. */
const REASON_CHARS_MAX = 200;

interface Props {
  readonly state: SourceStateBody;
  /** Null lets it be read again. */
  onPause(name: string, reason: string | null): void;
}

export function PauseControl({ state, onPause }: Props) {
  const name = state.feed ?? state.source;
  if (state.paused_at !== null) {
    return (
      <Confirm
        label={`Resume ${feedLabel(name)}`}
        yes={`Allow requests to ${feedLabel(name)} again`}
        no="Keep it paused"
        hint="Searches use it at once, on all nodes."
        onYes={() => onPause(name, null)}
      />
    );
  }
  return <PauseForm name={name} onPause={onPause} />;
}

function PauseForm({ name, onPause }: Pick<Props, 'onPause'> & { readonly name: string }) {
  const label = feedLabel(name);
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { opener, opened } = useFocusOf<HTMLInputElement>(asking);
  const id = useId();
  if (!asking) {
    return (
      <button type="button" className="quiet" ref={opener} onClick={() => setAsking(true)}>
        Pause {label}
      </button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return;
    setAsking(false);
    setReason('');
    onPause(name, reason.trim());
  };
  return (
    <form className="pause-form" aria-label={`Pause ${label}`} onSubmit={submit}>
      <label htmlFor={id}>Reason, shown to callers</label>
      <input
        id={id}
        ref={opened}
        maxLength={REASON_CHARS_MAX}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="actions">
        <button type="submit" className="danger" disabled={reason.trim() === ''}>
          Pause {label} now
        </button>
        <button type="button" className="quiet" onClick={() => setAsking(false)}>
          Keep it running
        </button>
      </div>
      <p className="hint">
        Searches that need it are answered 503 with the reason, uncharged. Cached results are still
        answered.
      </p>
    </form>
  );
}

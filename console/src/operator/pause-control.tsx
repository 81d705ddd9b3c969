/** Pauses a source or feed with a reason, or lets it be read again; both ask once more. */
import { type FormEvent, useId, useState } from 'react';
import type { SourceStateBody } from '#contract/operator.js';
import { Confirm, useFocusOf } from '../pages/confirm.js';
import { atEscape } from '../shell/at-escape.js';
import { useFocusWithin } from '../shell/focus-main.js';
import { feedLabel } from '../text/labels.js';
import { Outcome } from './outcome.js';
import { useAdminAction } from './query.js';

/** As long as the listener takes. */
const REASON_CHARS_MAX = 200;

interface Props {
  readonly state: SourceStateBody;
}

/** Each source has its own call: a slow one of another does not hold it up. */
export function PauseControl({ state }: Props) {
  const name = state.feed ?? state.source;
  const label = feedLabel(name);
  const action = useAdminAction();
  const set = (reason: string | null, done: string) =>
    action.act(
      { path: `/sources/${encodeURIComponent(name)}/pause`, body: { paused_reason: reason } },
      `${label} is ${done}.`,
    );
  const part = useFocusWithin<HTMLDivElement>((actions) => actions.querySelector('button'));
  return (
    <div {...part} className="actions">
      {state.paused_at === null ? (
        <PauseForm label={label} onPause={(reason) => set(reason, 'paused')} />
      ) : (
        <Confirm
          label={`Resume ${label}`}
          yes={`Allow requests to ${label} again`}
          no="Keep it paused"
          hint="Searches use it at once, on all nodes."
          onYes={() => set(null, 'resumed')}
        />
      )}
      <Outcome of={action} />
    </div>
  );
}

interface FormProps {
  readonly label: string;
  onPause(reason: string): void;
}

function PauseForm({ label, onPause }: FormProps) {
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
    onPause(reason.trim());
  };
  return (
    <form
      className="pause-form"
      aria-label={`Pause ${label}`}
      onSubmit={submit}
      ref={atEscape(() => setAsking(false))}
    >
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

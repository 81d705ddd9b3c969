/** Sends events again: all since a moment to this endpoint, or one to all that ask for it. */
import { type FormEvent, useState } from 'react';
import { TextField } from '../search/field.js';

interface Props {
  onReplay(since: Date): void;
  onSendAgain(seq: number): void;
}

export const ReplayForm = ({ onReplay, onSendAgain }: Props) => (
  <>
    <h2>Send again</h2>
    <p className="hint">
      Receivers see the <code>webhook-id</code> of the first attempt and can drop duplicates.
    </p>
    <div className="replay">
      <SinceForm onReplay={onReplay} />
      <OneForm onSendAgain={onSendAgain} />
    </div>
  </>
);

function SinceForm({ onReplay }: Pick<Props, 'onReplay'>) {
  const [since, setSince] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const moment = new Date(since);
    if (!Number.isNaN(moment.getTime())) onReplay(moment);
  };
  return (
    <form onSubmit={submit}>
      <TextField
        id="replay-since"
        label="All events since"
        hint="To this endpoint, in order."
        type="datetime-local"
        required
        value={since}
        onText={setSince}
      />
      <button type="submit">Send all again</button>
    </form>
  );
}

function OneForm({ onSendAgain }: Pick<Props, 'onSendAgain'>) {
  const [seq, setSeq] = useState('');
  const isNumber = /^[1-9]\d{0,14}$/.test(seq.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNumber) onSendAgain(Number(seq.trim()));
  };
  return (
    <form onSubmit={submit}>
      <TextField
        id="replay-seq"
        label="One event, by its number"
        hint="To every enabled endpoint that receives its type."
        problem={seq === '' || isNumber ? undefined : 'Must be a whole number above 0.'}
        inputMode="numeric"
        required
        value={seq}
        onText={setSeq}
      />
      <button type="submit">Send one again</button>
    </form>
  );
}

/** A text to copy, with its name. */
import { useId, useState } from 'react';
import { Icon } from '../shell/icons.js';

interface Props {
  readonly label: string;
  readonly text: string;
}

export function CopyLine({ label, text }: Props) {
  const id = useId();
  const [message, setMessage] = useState('');
  const copy = () => {
    // Plain HTTP pages have no clipboard.
    const copying = async () => navigator.clipboard.writeText(text);
    copying().then(
      () => setMessage('Copied'),
      () => setMessage('The browser blocked copying; select the text instead'),
    );
  };
  return (
    <div className="copy-line">
      <span id={id}>{label}</span>
      <code>{text}</code>
      <button type="button" onClick={copy} aria-describedby={id}>
        <Icon name="copy" /> Copy
      </button>
      <span role="status" className="hint">
        {message}
      </span>
    </div>
  );
}

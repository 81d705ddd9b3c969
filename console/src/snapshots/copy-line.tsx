/** A text to copy, with its name. */
import { useId } from 'react';
import { Icon } from '../shell/icons.js';
import { useCopy } from '../shell/use-copy.js';

interface Props {
  readonly label: string;
  readonly text: string;
}

export function CopyLine({ label, text }: Props) {
  const id = useId();
  const { copy, said } = useCopy();
  return (
    <div className="copy-line">
      <span id={id}>{label}</span>
      <code>{text}</code>
      <button type="button" onClick={() => copy(text)} aria-describedby={id}>
        <Icon name="copy" /> Copy
      </button>
      <span role="status" className="hint">
        {said}
      </span>
    </div>
  );
}

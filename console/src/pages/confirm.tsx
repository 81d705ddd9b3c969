/** A button that asks once more before it does something. */
import { useEffect, useRef, useState } from 'react';
import { ONE_PRESS } from '../shell/one-press.js';

interface Props {
  readonly label: string;
  /** The button that does it. */
  readonly yes: string;
  readonly no: string;
  /** What it means. */
  readonly hint: string;
  onYes(): void;
}

export function Confirm({ label, yes, no, hint, onYes }: Props) {
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);
  if (!asking) {
    return (
      <button type="button" className="quiet" onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  const confirm = () => {
    setAsking(false);
    onYes();
  };
  return (
    <>
      <button {...ONE_PRESS} type="button" className="danger" onClick={confirm}>
        {yes}
      </button>
      <button type="button" className="quiet" ref={keep} onClick={() => setAsking(false)}>
        {no}
      </button>
      <span className="hint" role="status">
        {hint}
      </span>
    </>
  );
}

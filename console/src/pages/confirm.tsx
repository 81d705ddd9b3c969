/** A button that asks once more before it does something; Escape is no. */
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
  const { opener, opened } = useFocusOf<HTMLButtonElement>(asking);
  if (!asking) {
    return (
      <button type="button" className="quiet" ref={opener} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  const confirm = () => {
    setAsking(false);
    onYes();
  };
  const leave = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') setAsking(false);
  };
  return (
    <>
      <button {...ONE_PRESS} type="button" className="danger" onKeyDown={leave} onClick={confirm}>
        {yes}
      </button>
      <button
        type="button"
        className="quiet"
        ref={opened}
        onKeyDown={leave}
        onClick={() => setAsking(false)}
      >
        {no}
      </button>
      <span className="hint" role="status">
        {hint}
      </span>
    </>
  );
}

/** Moves the focus to what a button opens, and back to the button when that is closed. */
export function useFocusOf<E extends HTMLElement>(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const opened = useRef<E>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    if (isOpen) opened.current?.focus();
    // Not from what took it meanwhile, such as a secret that is shown once.
    else if (document.activeElement === document.body) opener.current?.focus();
  }, [isOpen]);
  return { opener, opened };
}

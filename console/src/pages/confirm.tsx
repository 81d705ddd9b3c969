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
  /** What the question is; null while none is shown. */
  const [asked, setAsked] = useState<string | null>(null);
  // Its subject has changed meanwhile: a press that was meant for it must do nothing else.
  if (asked !== null && asked !== yes) setAsked(null);
  const { opener, opened } = useFocusOf<HTMLButtonElement>(asked === yes);
  if (asked !== yes) {
    return (
      <button type="button" className="quiet" ref={opener} onClick={() => setAsked(yes)}>
        {label}
      </button>
    );
  }
  const confirm = () => {
    setAsked(null);
    onYes();
  };
  const leave = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') setAsked(null);
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
        onClick={() => setAsked(null)}
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

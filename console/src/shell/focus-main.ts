/** The keyboard focus on the content of the page. */
import { useEffect, useRef } from 'react';

export const focusMain = (): void => document.getElementById('main')?.focus();

/** The skip link must not change the URL fragment, which names the view or holds the search. */
export function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  focusMain();
}

/** Whether what had the focus is gone. */
const isLost = (): boolean => document.activeElement === document.body;

/**
 * The focus goes to the content when another page is shown and what was pressed is gone with the
 * last one, as a link in a list or the button that deletes.
 */
export function useFocusOfPage(shown: unknown): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown !== before.current && isLost()) focusMain();
    before.current = shown;
  }, [shown]);
}

/**
 * For a part of the page whose rows or buttons come and go: when the one with the focus is gone,
 * `next` has it; where the part is gone too, the content of the page.
 */
export function useFocusWithin<E extends HTMLElement>(next: (part: E) => HTMLElement | null) {
  const ref = useRef<E>(null);
  const isWithin = useRef(false);
  useEffect(() => {
    if (!isWithin.current || !isLost()) return;
    isWithin.current = false;
    if (ref.current === null) focusMain();
    else next(ref.current)?.focus();
  });
  const note = (within: boolean) => () => {
    isWithin.current = within;
  };
  return { ref, onFocus: note(true), onBlur: note(false) };
}

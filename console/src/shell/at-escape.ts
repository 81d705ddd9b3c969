/**
 * A ref of what Escape closes, whichever of its parts has the focus. React gets the listener by the
 * ref, as a form is no control.
 */
export const atEscape = (close: () => void) => (element: HTMLElement | null) => {
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  element?.addEventListener('keydown', listen);
  return () => element?.removeEventListener('keydown', listen);
};

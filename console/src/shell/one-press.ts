/**
 * One press is one call. A double click is one press, and so is a key that is held down: a cached
 * answer comes between its events, so that the second one would buy again.
 */

/** Longest time between the events of one press: a double click of most systems. */
const SAME_PRESS_MS = 500;

/** For a button beside forms that costs credits, or that cannot be taken back. */
export const ONE_PRESS = { 'data-one-press': '' } as const;

/** Drops the further events of a press before the page gets them. */
export function takePressesOnce(): void {
  let last: { readonly target: Element; readonly atMs: number } | null = null;
  const once = (event: Event, target: Element, isFurther: boolean) => {
    const isSame = last?.target === target && event.timeStamp - last.atMs < SAME_PRESS_MS;
    if (isSame || isFurther) drop(event);
    else last = { target, atMs: event.timeStamp };
  };
  const listen = <K extends 'submit' | 'click' | 'input' | 'keydown'>(
    kind: K,
    hear: (event: WindowEventMap[K], target: Element) => void,
  ) => addEventListener(kind, (event) => hear(event, event.target as Element), { capture: true });

  listen('submit', (event, form) => once(event, form, false));
  listen('click', (event, target) => {
    const button = target.closest('button');
    const isSubmit = button?.type === 'submit' && button.form !== null;
    // A second click counts also where the first one hit what was in this place before.
    if (isSubmit && event.detail > 1) drop(event);
    else if (button?.matches('[data-one-press]') === true) once(event, button, event.detail > 1);
    else if (!isSubmit) last = null;
  });
  // Other inputs are another call, however soon.
  listen('input', () => {
    last = null;
  });
  listen('keydown', (event, target) => {
    if (event.key === 'Enter' && event.repeat && target.tagName !== 'TEXTAREA') drop(event);
  });
}

function drop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

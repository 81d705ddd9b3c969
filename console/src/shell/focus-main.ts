/** The keyboard focus on the content of the page. */

export const focusMain = (): void => document.getElementById('main')?.focus();

/** The skip link must not change the URL fragment, which names the view or holds the search. */
export function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  focusMain();
}

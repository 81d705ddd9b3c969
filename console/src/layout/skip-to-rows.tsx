/** From the form past the earlier searches, the map and the toolbar to the first row. */
import type { MouseEvent } from 'react';

export const SkipToRows = () => (
  <a className="skip" href="#rows" onClick={skip}>
    Skip to the rows
  </a>
);

/** The tab stop of the table and the first home of the list; the layout hides one on a phone. */
const FIRST = '.rows .grid tbody td[tabindex="0"], .home-list .home-item .open';

/** The address must not change, which holds the search. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  const visible = [...document.querySelectorAll<HTMLElement>(FIRST)].find(
    (each) => each.offsetParent !== null,
  );
  visible?.focus();
}

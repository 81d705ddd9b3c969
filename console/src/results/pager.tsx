/** Loads what is not loaded yet: the next page, or all of them. */
import { nextCursor, type SearchHandle } from '../search/use-search.js';
import { PAGES_MAX } from '../service/load-page.js';
import { ONE_PRESS } from '../shell/one-press.js';
import { count, counted } from '../text/format.js';
import { pagesLeft } from './coverage.js';

export function Pager({ searching }: { readonly searching: SearchHandle }) {
  const { pages, waiting, next, rest } = searching;
  if (pages.at(-1)?.result.next_cursor === null) return null;
  if (nextCursor(pages) === null) {
    return (
      <p className="hint">
        {count(PAGES_MAX)} pages are loaded, the maximum of this page. The command line has no such
        limit: <code>rowhouse search --all</code>.
      </p>
    );
  }
  const left = pagesLeft(pages);
  const press = (load: () => void) => () => waiting === null && load();
  return (
    <nav className="pager" aria-label="Further rows">
      <button
        {...ONE_PRESS}
        type="button"
        className="next"
        aria-disabled={waiting !== null}
        onClick={press(next)}
      >
        {waiting?.what === 'page' ? 'Loading…' : 'Next page'}
      </button>
      {left !== 1 && (
        <button {...ONE_PRESS} type="button" aria-disabled={waiting !== null} onClick={press(rest)}>
          {restText(left, PAGES_MAX - pages.length)}
        </button>
      )}
    </nav>
  );
}

/** What the button loads and what that costs; a page from the cache costs the same. */
function restText(left: number | null, room: number): string {
  if (left === null) return 'Load all pages (1 credit each)';
  if (left > room) return `Load ${count(room)} more pages (${counted(room, 'credit')})`;
  return `Load all ${count(left)} pages (~${counted(left, 'credit')})`;
}

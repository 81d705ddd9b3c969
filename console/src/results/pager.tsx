/** The loaded pages and the next one. */
import type { SearchHandle } from '../search/use-search.js';

export function Pager({ searching }: { readonly searching: SearchHandle }) {
  const { pages, shown, waiting, show, next } = searching;
  const more = pages.at(-1)?.result.next_cursor !== null;
  if (pages.length === 1 && !more) return null;
  return (
    <nav className="pager" aria-label="Pages of rows">
      {pages.map((page, index) => (
        <button
          key={page.request_id}
          type="button"
          aria-current={shown === index ? 'page' : undefined}
          aria-label={`Page ${index + 1}`}
          onClick={() => show(index)}
        >
          {index + 1}
        </button>
      ))}
      {pages.length > 1 && (
        <button
          type="button"
          aria-current={shown === 'all' ? 'page' : undefined}
          onClick={() => show('all')}
        >
          All loaded
        </button>
      )}
      {more && (
        <button
          type="button"
          className="next"
          aria-disabled={waiting !== null}
          onClick={() => waiting === null && next()}
        >
          {waiting?.what === 'page' ? 'Loading…' : 'Next page'}
        </button>
      )}
    </nav>
  );
}

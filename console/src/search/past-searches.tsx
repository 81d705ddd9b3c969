/**
 * Recent and saved searches below the form; a link opens the pages that were loaded, free while
 * kept.
 */
import { writeCompareLink } from '../compare/link.js';
import { focusMain } from '../shell/focus-main.js';
import { Icon } from '../shell/icons.js';
import { ago, counted } from '../text/format.js';
import { forget, type PastSearch, setSaved, useSearches } from './searches.js';

export function PastSearches() {
  const searches = useSearches();
  if (searches.length === 0) return null;
  const saved = searches.filter((each) => each.saved);
  const recent = searches.filter((each) => !each.saved);
  return (
    <nav className="past-searches" aria-label="Past searches">
      {saved.length > 0 && <List title="Saved searches" searches={saved} />}
      {recent.length > 0 && <List title="Recent searches" searches={recent} />}
    </nav>
  );
}

const List = ({ title, searches }: { title: string; searches: readonly PastSearch[] }) => (
  <section>
    <h2>{title}</h2>
    <ul>
      {searches.map((search) => (
        <Item key={search.query} {...search} />
      ))}
    </ul>
  </section>
);

const Item = ({ query, link, title, rows, at, saved }: PastSearch) => (
  <li>
    <a href={link} title="Opens the loaded pages, free until they expire">
      {title}
    </a>
    <span className="hint">
      {counted(rows, 'row')}, {ago(at, Date.now())}
    </span>
    <a
      className="compare"
      href={writeCompareLink(link, '')}
      aria-label={`Compare the search ${title} with another`}
    >
      Compare
    </a>
    <button
      type="button"
      className="quiet"
      aria-pressed={saved}
      aria-label={`${saved ? 'No longer save' : 'Save'} the search ${title}`}
      onClick={() => setSaved(query, !saved)}
    >
      <Icon name="star" />
    </button>
    <button
      type="button"
      className="quiet"
      aria-label={`Forget the search ${title}`}
      onClick={({ currentTarget }) => {
        focusBeside(currentTarget);
        forget(query);
      }}
    >
      <Icon name="close" />
    </button>
  </li>
);

/** The focus goes to the same button of the search below or above; without one, to the page. */
function focusBeside(button: HTMLElement): void {
  const item = button.closest('li');
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  const next = beside?.querySelector<HTMLElement>('button:last-of-type');
  if (next) next.focus();
  else focusMain();
}

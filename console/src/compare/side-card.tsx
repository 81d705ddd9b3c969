/** One side of a comparison: its search, how much of it is loaded, and how old the data is. */
import { coverageOf, oldestOf } from '../results/coverage.js';
import { rowNotes } from '../results/reasons.js';
import { completenessText, headline } from '../results/status-line.js';
import { titleOf } from '../search/searches.js';
import type { LoadedPage } from '../service/load-page.js';
import type { Parts } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { writeLink } from '../shell/link.js';
import { SandboxChip } from '../shell/sandbox.js';
import { ago, counted, moment } from '../text/format.js';
import { routeOr, sourceLabel } from '../text/labels.js';
import type { Side } from './link.js';
import { filtersText, LETTERS, type SideName } from './words.js';

interface Props extends Parts<LoadedPage> {
  readonly name: SideName;
  readonly side: Side | null;
  /** Rows that were hidden in this browser. */
  readonly hidden: number;
}

export function SideCard({ name, side, ...opened }: Props) {
  const letter = LETTERS[name];
  return (
    <section className={`side ${name}`} aria-label={`Search ${letter}`}>
      <p className="letter" aria-hidden="true">
        {letter}
      </p>
      {side === null ? (
        <p className="hint">{`Choose search ${letter} above.`}</p>
      ) : (
        <Content side={side} {...opened} />
      )}
    </section>
  );
}

type ContentProps = Omit<Props, 'name' | 'side'> & { readonly side: Side };

function Content({ side, done, parts, error, hidden, retry }: ContentProps) {
  const pages = side.requestIds.length;
  if (pages === 0 || error?.code === 'request_not_found') return <NotKept side={side} />;
  if (error !== null) return <ErrorBox error={error} onRetry={retry} />;
  if (parts !== null) return <Opened {...{ side, hidden, pages: parts }} />;
  return (
    <div className="waits" role="status">
      <h2>{titleOf(side.draft)}</h2>
      <p className="hint">{pages > 1 ? `Opening page ${done + 1} of ${pages}…` : 'Opening…'}</p>
    </div>
  );
}

interface OpenedProps extends Pick<ContentProps, 'side' | 'hidden'> {
  readonly pages: readonly LoadedPage[];
}

function Opened({ side, hidden, pages }: OpenedProps) {
  const coverage = coverageOf(pages);
  const filters = filtersText(side.draft);
  const { source, collected_at } = oldestOf(pages);
  const notes = rowNotes(pages.flatMap(({ result }) => result.field_notes));
  return (
    <>
      <h2>{headline(routeOr(side.draft.routeId), side.draft, coverage)}</h2>
      <p>{completenessText(coverage)}</p>
      <ul className="facts" aria-label="About this search">
        <li title={moment(collected_at)}>
          {sourceLabel(source)}, collected {ago(collected_at, Date.now())}{' '}
          <SandboxChip source={source} />
        </li>
        <li>{filters === '' ? 'No filters' : filters}</li>
        {hidden > 0 && <li>{counted(hidden, 'hidden home')} left out</li>}
      </ul>
      {notes.map((note) => (
        <p key={note} className="notes">
          {note}
        </p>
      ))}
      <p>
        <a href={side.link}>Open this search</a>
      </p>
    </>
  );
}

/** The search form with these inputs: nothing is searched before a button is pressed. */
const NotKept = ({ side }: { readonly side: Side }) => (
  <div className="not-kept" role="alert">
    <h2>{titleOf(side.draft)}</h2>
    <p>
      These rows have expired, or belong to another account. To compare them, search again:{' '}
      <a href={writeLink(side.draft, [])}>open the search form with these inputs</a>. Nothing is
      searched until you press Search, which costs 1 credit per complete page.
    </p>
  </div>
);

/** Summary of the result shown: number of rows, completeness, price, age, excluded rows. */
import type { SearchRoute } from '#contract/routes.js';
import type { LoadedPage } from '../service/load-page.js';
import { ago, count, counted, moment } from '../text/format.js';
import { KIND_NOUNS, sourceLabel } from '../text/labels.js';
import { rowNotes } from './reasons.js';

interface Props {
  readonly route: SearchRoute;
  readonly pages: readonly LoadedPage[];
  readonly shown: number | 'all';
}

export function StatusLine({ route, pages, shown }: Props) {
  const visible = shown === 'all' ? pages : pages.slice(shown, shown + 1);
  const last = visible.at(-1);
  if (last === undefined) return null;
  const rows = rowCount(visible);
  const before = shown === 'all' ? 0 : rowCount(pages.slice(0, shown));
  const notes = rowNotes(visible.flatMap(({ result }) => result.field_notes));
  const remaining = pages.at(-1)?.meta.rate_limit?.remaining;
  const credits = visible.reduce((sum, page) => sum + page.credits, 0);
  return (
    <div className="status">
      <h2>{headline(route, rows, before)}</h2>
      <p>{completenessText(pages, visible)}</p>
      <ul className="facts" aria-label="About this result">
        <li>{credits === 0 ? 'No charge' : `${counted(credits, 'credit')} charged`}</li>
        <li>{last.cached ? 'From the cache' : 'New from source'}</li>
        <li title={moment(last.result.collected_at)}>
          {sourceLabel(last.result.source)}, collected {ago(last.result.collected_at, Date.now())}
        </li>
        {remaining !== undefined && <li>{counted(remaining, 'request')} left this minute</li>}
      </ul>
      <RowNotes notes={notes} open={visible.some(isPartial)} />
    </div>
  );
}

const isPartial = ({ result }: LoadedPage): boolean => result.completeness === 'partial';
const rowCount = (pages: readonly LoadedPage[]): number =>
  pages.reduce((sum, { result }) => sum + result.count, 0);

function headline(route: SearchRoute, rows: number, before: number): string {
  const [one, many] = KIND_NOUNS[route.kind];
  if (before === 0) return `${count(rows)} ${rows === 1 ? one : many}`;
  return `Rows ${count(before + 1)}–${count(before + rows)} of the ${many}`;
}

/** How much of the search the visible pages hold. "All" only where nothing is known to be missing. */
function completenessText(pages: readonly LoadedPage[], visible: readonly LoadedPage[]): string {
  const missing = visible.some(isPartial) ? ' Some results are missing.' : '';
  const rows = rowCount(visible);
  const more = pages.at(-1)?.result.next_cursor !== null;
  const total = pages.find(({ result }) => result.reported_total !== null)?.result.reported_total;
  if (!more && visible.length === pages.length && missing === '') {
    return rows === 1 ? 'The only result is shown.' : `All ${count(rows)} results shown.`;
  }
  if (total !== undefined && total !== null) {
    return `${count(rows)} of ${counted(total, 'result')} reported by the source.${missing}`;
  }
  if (more) return `More results are available; the source reports no total.${missing}`;
  return `${count(rows)} of ${counted(rowCount(pages), 'loaded result')} shown.${missing}`;
}

interface NotesProps {
  readonly notes: readonly string[];
  /** Whether the list starts open: rows are missing. */
  readonly open: boolean;
}

/** Rows that were excluded or are missing: one sentence, or the first of a list. */
function RowNotes({ notes, open }: NotesProps) {
  const [first, ...others] = notes;
  if (first === undefined) return null;
  if (others.length === 0) return <p className="notes">{first}</p>;
  return (
    <details className="notes" open={open}>
      <summary>
        {first} <span className="hint">· {count(others.length)} more</span>
      </summary>
      <ul>
        {others.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}

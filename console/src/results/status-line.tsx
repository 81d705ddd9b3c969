/** What the page of rows is, in plain words: how many of how many, whole or not, its price and age. */
import type { SearchRoute } from '#contract/routes.js';
import type { Allowance, LoadedPage } from '../service/jobs.js';
import { ago, count, counted, moment } from '../words/figures.js';
import { KIND_WORDS, sourceWords } from '../words/names.js';
import { rowNotes } from './reasons.js';

interface Props {
  readonly route: SearchRoute;
  readonly pages: readonly LoadedPage[];
  readonly shown: number | 'all';
  readonly allowance: Allowance | null;
}

export function StatusLine({ route, pages, shown, allowance }: Props) {
  const page = shown === 'all' ? pages.at(-1) : pages[shown];
  if (page === undefined) return null;
  const { result } = page;
  const before = pages
    .slice(0, shown === 'all' ? 0 : shown)
    .reduce((sum, each) => sum + each.result.count, 0);
  const rows =
    shown === 'all' ? pages.reduce((sum, each) => sum + each.result.count, 0) : result.count;
  const notes = rowNotes(
    shown === 'all' ? pages.flatMap((each) => each.result.field_notes) : result.field_notes,
  );
  const partial =
    shown === 'all'
      ? pages.some((each) => each.result.completeness === 'partial')
      : result.completeness === 'partial';
  return (
    <div className="status">
      <h2>{headline(route, rows, before)}</h2>
      <p>
        {totalWords(pages, rows)} {completenessWords(partial, shown)}
      </p>
      <ul className="facts" aria-label="About this result">
        <li>{creditWords(pages, shown, page)}</li>
        <li>{page.cached ? 'From the cache' : 'Freshly read'}</li>
        <li title={moment(result.collected_at)}>
          {sourceWords(result.source)} read {ago(result.collected_at, Date.now())}
        </li>
        {allowance !== null && allowance.remaining !== null && (
          <li>{counted(allowance.remaining, 'call')} left this minute</li>
        )}
      </ul>
      {notes.length > 0 && (
        <details className="notes" open={partial}>
          <summary>{counted(notes.length, 'note')} on rows left out</summary>
          <ul>
            {notes.map(({ reason, meaning, detail }) => (
              <li key={`${reason} ${detail ?? ''}`}>{detail ?? `${reason}: ${meaning}`}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function headline(route: SearchRoute, rows: number, before: number): string {
  const [one, many] = KIND_WORDS[route.kind];
  if (before === 0) return `${count(rows)} ${rows === 1 ? one : many}`;
  return `${count(before + 1)}–${count(before + rows)} of the ${many}`;
}

function totalWords(pages: readonly LoadedPage[], rows: number): string {
  const loaded = pages.reduce((sum, each) => sum + each.result.count, 0);
  const more = pages.at(-1)?.result.next_cursor !== null;
  const total = pages.find((each) => each.result.reported_total !== null)?.result.reported_total;
  if (total !== undefined && total !== null) {
    return `${count(rows)} of ${count(total)} that the source reports.`;
  }
  if (!more && pages.length === 1) return 'This is the whole search.';
  if (!more) return `All ${count(loaded)} rows of the search are loaded.`;
  return 'There are more; the source does not say how many for this area.';
}

function completenessWords(partial: boolean, shown: number | 'all'): string {
  const what = shown === 'all' ? 'These pages are' : 'This page is';
  return partial
    ? `${what} partial: rows are known to be missing, see the notes.`
    : `${what} complete.`;
}

function creditWords(
  pages: readonly LoadedPage[],
  shown: number | 'all',
  page: LoadedPage,
): string {
  const credits =
    shown === 'all' ? pages.reduce((sum, each) => sum + each.credits, 0) : page.credits;
  return credits === 0 ? 'Nothing charged' : `${counted(credits, 'credit')} charged`;
}

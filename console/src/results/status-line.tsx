/** Summary of the result shown: number of rows, completeness, price, age, excluded rows. */
import type { ReactNode } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import { areaText, type Draft } from '../search/draft.js';
import { FilterTags } from '../search/filter-tags.js';
import { filterWords } from '../search/filter-words.js';
import type { LoadedPage } from '../service/load-page.js';
import { SandboxChip } from '../shell/sandbox.js';
import { ago, count, counted, listed, moment } from '../text/format.js';
import { KIND_NOUNS, sourceLabel } from '../text/labels.js';
import { type Coverage, coverageOf, oldestOf, originText } from './coverage.js';
import { rowNotes } from './reasons.js';

interface Props {
  readonly route: SearchRoute;
  /** The inputs of the pages. */
  readonly inputs: Draft;
  readonly pages: readonly LoadedPage[];
  /** In place of the facts while further pages load. */
  readonly loading: ReactNode;
}

export function StatusLine({ route, inputs, pages, loading }: Props) {
  const last = pages.at(-1);
  if (last === undefined) return null;
  const coverage = coverageOf(pages);
  const { source, collected_at } = oldestOf(pages);
  const notes = rowNotes(pages.flatMap(({ result }) => result.field_notes));
  const remaining = last.meta.rate_limit?.remaining;
  const credits = pages.reduce((sum, page) => sum + page.credits, 0);
  return (
    <div className="status">
      <div className="source-head">
        <h2>
          {headline(route, inputs, coverage)}
          {!isNone(coverage) && <FilterTags draft={inputs} />}
        </h2>
        <SandboxChip source={route.source} />
      </div>
      {loading}
      <ul className="facts" aria-label="About this result" hidden={loading !== null}>
        <li className="completeness">
          {isNone(coverage) ? costText(route, credits) : completenessText(coverage)}
        </li>
        {!isNone(coverage) && (
          <li>{credits === 0 ? 'No charge' : `${counted(credits, 'credit')} charged`}</li>
        )}
        <li>{originText(pages)}</li>
        <li title={moment(collected_at)}>
          {sourceLabel(source)}, collected {ago(collected_at, Date.now())}
        </li>
        {remaining !== undefined && remaining <= FEW_REQUESTS && (
          <li>{counted(remaining, 'request')} left this minute</li>
        )}
      </ul>
      <RowNotes notes={notes} open={coverage.partial} />
    </div>
  );
}

/** From here on the limit of a minute is worth a word. */
const FEW_REQUESTS = 10;

/** "100 of about 2,143 homes for sale in Austin, TX". */
export function headline(
  route: SearchRoute,
  inputs: Draft,
  { loaded, total, ...others }: Coverage,
): string {
  const [one, many] = KIND_NOUNS[route.kind];
  if (isNone({ loaded, total, ...others })) {
    const filters = listed(filterWords(inputs));
    if (filters === '') return `No ${one} was found ${areaText(inputs)}.`;
    return `No ${one} ${areaText(inputs)} matches ${filters}.`;
  }
  const of = total !== null && total > loaded ? ` of about ${count(total)}` : '';
  return `${count(loaded)}${of} ${loaded === 1 && of === '' ? one : many} ${areaText(inputs)}`;
}

/** Whether the search found nothing, as far as is known. */
const isNone = ({ loaded, more, partial }: Coverage): boolean => loaded === 0 && !more && !partial;

/** What a search without rows cost, and what may find some. */
function costText({ kind, sold_windows }: SearchRoute, credits: number): string {
  const cost =
    credits === 0 ? 'The search was free.' : `The search cost ${counted(credits, 'credit')}.`;
  const longer = kind === 'sold' && sold_windows.length > 0 ? ', or a longer period' : '';
  return `${cost} Try a larger area or fewer filters${longer}.`;
}

/** How much of the search is loaded. "All" only where nothing is known to be missing. */
export function completenessText(coverage: Coverage): string {
  const { loaded, total, more, partial } = coverage;
  const missing = partial ? ' Some results are missing.' : '';
  if (!more && !partial) {
    if (loaded === 0) return 'Nothing was found.';
    return loaded === 1 ? 'The only result is shown.' : `All ${count(loaded)} results shown.`;
  }
  if (more && total !== null) return `${pagesText(coverage)}.${missing}`;
  if (total !== null) {
    return `${count(loaded)} of about ${counted(total, 'result')} reported by the source.${missing}`;
  }
  if (more) return `More results are available; the source reports no total.${missing}`;
  return `${counted(loaded, 'result')} shown.${missing}`;
}

/** "Page 1 of about 95", "Pages 1–12 of about 95". */
function pagesText({ pages, pagesInAll }: Coverage): string {
  const loaded = pages === 1 ? 'Page 1' : `Pages 1–${count(pages)}`;
  return pagesInAll === null ? loaded : `${loaded} of about ${count(pagesInAll)}`;
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

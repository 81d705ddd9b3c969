/** What is known of each source of an area, and an offer to read it, its price said first. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { AreaSource } from '#client/index.js';
import { coverageOf, pagesLeft } from '../results/coverage.js';
import { Progress } from '../results/progress.js';
import { nextCursor, useSearch } from '../search/use-search.js';
import { PAGES_MAX } from '../service/load-page.js';
import { refresh } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { ONE_PRESS } from '../shell/one-press.js';
import { useKey } from '../shell/session.js';
import { ago, count, counted } from '../text/format.js';
import { sourceLabel } from '../text/labels.js';
import { draftOf, type HomesAsk } from './ask.js';

interface Props {
  /** Whether it is open at first. */
  readonly isOpen: boolean;
  readonly sources: readonly AreaSource[];
  readonly ask: HomesAsk;
}

export function KnownSources({ isOpen, sources, ask }: Props) {
  const missing = sources.filter(({ coverage }) => coverage !== 'complete').length;
  const [open, setOpen] = useState(isOpen);
  return (
    <details
      className="known-sources"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {missing === 0
          ? `All ${counted(sources.length, 'source')} were read`
          : `${count(sources.length - missing)} of ${counted(sources.length, 'source')} read completely: homes may be missing`}
      </summary>
      <ul>
        {sources.map((source) => (
          <KnownSource key={source.route} {...{ source, ask }} />
        ))}
      </ul>
    </details>
  );
}

function KnownSource({ source, ask }: { readonly source: AreaSource; readonly ask: HomesAsk }) {
  const { apiKey } = useKey();
  const searching = useSearch(apiKey === '' ? null : apiKey);
  const { pages, waiting, error } = searching;
  const draft = draftOf(ask, source.route);
  const read = pages.length;
  // Each page that was read has homes for the lines above.
  const show = useEffectEvent(refresh);
  useEffect(() => {
    if (read > 0) show();
  }, [read]);
  const price = counted(source.credits_per_page, 'credit');
  const left = pagesLeft(pages);
  const isRead = source.coverage === 'complete' && source.is_fresh;
  return (
    <li>
      <b>{sourceLabel(source.source)}</b>
      <span className="hint">{stateText(source)}</span>
      {waiting === null && read === 0 && !isRead && draft !== null && (
        <button {...ONE_PRESS} type="button" onClick={() => searching.start(draft)}>
          {`Read it now: ${price} a page`}
        </button>
      )}
      {waiting === null && nextCursor(pages) !== null && (
        <>
          <span>{`${counted(read, 'page')} read, ${leftText(left)}`}</span>
          <button
            {...ONE_PRESS}
            type="button"
            onClick={searching.next}
          >{`Read the next page: ${price}`}</button>
          <button {...ONE_PRESS} type="button" onClick={searching.rest}>
            {left === null
              ? `Read all pages: ${price} each, at most ${count(PAGES_MAX)}`
              : `Read all: about ${counted(left * source.credits_per_page, 'credit')}`}
          </button>
        </>
      )}
      {waiting === null && read > 0 && nextCursor(pages) === null && (
        <span>{`${counted(coverageOf(pages).loaded, 'row')} read.`}</span>
      )}
      {waiting !== null && <Progress waiting={waiting} pages={pages} onCancel={searching.cancel} />}
      {error !== null && <ErrorBox error={error} search />}
    </li>
  );
}

const leftText = (left: number | null): string =>
  left === null ? 'more to come' : `about ${count(left)} more`;

/** "read completely 2 hours ago", "read in part 3 days ago", "not read yet". */
function stateText({ coverage, read_at, is_fresh, is_stored }: AreaSource): string {
  if (!is_stored) return 'its licence does not let prices be stored: search it to see its homes';
  if (read_at === null) return 'not read yet';
  const when = `${ago(read_at, Date.now())}${is_fresh ? '' : ', no longer fresh'}`;
  return coverage === 'complete' ? `read completely ${when}` : `read in part ${when}`;
}

/** Two searches side by side, from the rows that were loaded: of one route their figures, else the homes of both. Free. */
import { useMemo } from 'react';
import type { Row } from '#contract/rows.js';
import { Comparison, SharedHomes } from '../compare/comparison.js';
import { inBoth } from '../compare/figures.js';
import { readCompareLink, type Side } from '../compare/link.js';
import { Pickers } from '../compare/pickers.js';
import { SideCard } from '../compare/side-card.js';
import { useLoaded } from '../compare/use-loaded.js';
import { overlapText } from '../compare/words.js';
import { useHidden } from '../home/use-hidden.js';
import { useSearches } from '../search/searches.js';
import type { LoadedPage } from '../service/load-page.js';
import type { Link } from '../shell/link.js';
import { routeOr, routeTitle } from '../text/labels.js';

interface Props {
  readonly apiKey: string;
  readonly link: Link;
  onKey(): void;
}

export function ComparePage({ apiKey, link, onKey }: Props) {
  const { left, right } = useMemo(() => readCompareLink(link.query), [link.query]);
  const first = useSide(left, apiKey);
  const second = useSide(right, apiKey);
  const none = useSearches().length === 0 && left === null && right === null;
  return (
    <div className="page compare-page">
      <h1>Compare two searches</h1>
      <p className="lead">
        Two searches side by side, from the loaded rows: the figures of two of the same route, the
        homes in both of any two. This page runs no search and is free.
      </p>
      {none ? (
        <NoSearches />
      ) : (
        <>
          <Pickers {...{ left, right }} />
          <div className="two">
            <SideCard name="left" side={left} {...first} onKey={onKey} />
            <SideCard name="right" side={right} {...second} onKey={onKey} />
          </div>
          <Outcome left={first} right={second} {...{ sides: [left, right] }} />
        </>
      )}
    </div>
  );
}

const NO_PAGES: readonly LoadedPage[] = [];

function useSide(side: Side | null, apiKey: string) {
  const handle = useLoaded(side, apiKey);
  const pages = handle.loaded.status === 'loaded' ? handle.loaded.pages : NO_PAGES;
  const all = useMemo(() => pages.flatMap(({ result }): readonly Row[] => result.data), [pages]);
  const { kept, hidden } = useHidden(all);
  return { ...handle, pages, rows: kept, hidden: hidden.count };
}

interface OutcomeProps {
  readonly sides: readonly [left: Side | null, right: Side | null];
  readonly left: ReturnType<typeof useSide>;
  readonly right: ReturnType<typeof useSide>;
}

function Outcome({ sides: [first, second], left, right }: OutcomeProps) {
  if (first === null || second === null) return null;
  const [one, other] = [routeOr(first.draft.routeId), routeOr(second.draft.routeId)];
  const isLoaded = left.pages.length > 0 && right.pages.length > 0;
  if (one.id !== other.id) {
    return (
      <>
        <p className="hint" role="note">
          {`These are searches of different routes, ${routeTitle(one)} and ${routeTitle(other)}: only the homes in both are compared.`}
        </p>
        {isLoaded && (
          <>
            {inBoth(left.rows, right.rows) === 0 && <p className="overlap">{overlapText(0)}</p>}
            <SharedHomes left={left.rows} right={right.rows} kinds={[one.kind, other.kind]} />
          </>
        )}
      </>
    );
  }
  if (!isLoaded) return null;
  return (
    <Comparison
      route={one}
      left={{ side: first, pages: left.pages, rows: left.rows }}
      right={{ side: second, pages: right.pages, rows: right.rows }}
    />
  );
}

const NoSearches = () => (
  <section className="empty">
    <h2>No searches yet</h2>
    <p>A comparison needs two searches made in this browser.</p>
    <a href="#/search">Go to the search</a>
  </section>
);

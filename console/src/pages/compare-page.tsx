/**
 * Two searches side by side, from the rows that were loaded: of one route their figures, else the
 * homes of both. Free.
 */
import { useMemo } from 'react';
import type { Row } from '#contract/rows.js';
import { Comparison, SharedHomes } from '../compare/comparison.js';
import { inBoth } from '../compare/figures.js';
import { readCompareLink, type Side } from '../compare/link.js';
import { Pickers } from '../compare/pickers.js';
import { SideCard } from '../compare/side-card.js';
import { overlapText } from '../compare/words.js';
import { useHidden } from '../home/use-hidden.js';
import { useSearches } from '../search/searches.js';
import { openPage } from '../service/load-page.js';
import { useParts } from '../service/query.js';
import type { Link } from '../shell/link.js';
import { useKey } from '../shell/session.js';
import { routeOr, routeTitle } from '../text/labels.js';
import { Empty } from './loaded.js';

export function ComparePage({ link }: { readonly link: Link }) {
  const { left, right } = useMemo(() => readCompareLink(link.query), [link.query]);
  const first = useSide(left);
  const second = useSide(right);
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
            <SideCard name="left" side={left} {...first} />
            <SideCard name="right" side={right} {...second} />
          </div>
          <Outcome left={first} right={second} {...{ sides: [left, right] }} />
        </>
      )}
    </div>
  );
}

/** The pages of a search that was loaded before: opened again, free. */
function useSide(side: Side | null) {
  const { apiKey } = useKey();
  const ids = side?.requestIds ?? NO_IDS;
  const opened = useParts([apiKey, 'pages', ids], ids, (id, signal) =>
    openPage(id, { apiKey, signal }),
  );
  const { parts } = opened;
  const all = useMemo(() => parts?.flatMap(({ result }): readonly Row[] => result.data), [parts]);
  const { kept, hidden } = useHidden(all ?? NO_ROWS);
  return { ...opened, rows: kept, hidden: hidden.count };
}

const NO_IDS: readonly string[] = [];
const NO_ROWS: readonly Row[] = [];

interface OutcomeProps {
  readonly sides: readonly [left: Side | null, right: Side | null];
  readonly left: ReturnType<typeof useSide>;
  readonly right: ReturnType<typeof useSide>;
}

function Outcome({ sides: [first, second], left, right }: OutcomeProps) {
  if (first === null || second === null) return null;
  const [one, other] = [routeOr(first.draft.routeId), routeOr(second.draft.routeId)];
  if (one.id !== other.id) {
    return (
      <>
        <p className="hint" role="note">
          {`These are searches of different routes, ${routeTitle(one)} and ${routeTitle(other)}: only the homes in both are compared.`}
        </p>
        {left.parts !== null && right.parts !== null && (
          <>
            {inBoth(left.rows, right.rows) === 0 && <p className="overlap">{overlapText(0)}</p>}
            <SharedHomes left={left.rows} right={right.rows} kinds={[one.kind, other.kind]} />
          </>
        )}
      </>
    );
  }
  if (left.parts === null || right.parts === null) return null;
  return (
    <Comparison
      route={one}
      left={{ side: first, pages: left.parts, rows: left.rows }}
      right={{ side: second, pages: right.parts, rows: right.rows }}
    />
  );
}

const NoSearches = () => (
  <Empty title="No searches yet">
    <p>A comparison needs two searches made in this browser.</p>
    <a href="#/search">Go to the search</a>
  </Empty>
);

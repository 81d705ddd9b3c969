/**
 * The jobs one stopped waiting for, below the form. Opening one waits for its rows, which costs a
 * credit.
 */
import { readLink } from '../shell/link.js';
import { type Session, useKey } from '../shell/session.js';
import { ago } from '../text/format.js';
import type { Draft } from './draft.js';
import { forgetUnfinished, type Unfinished, useUnfinished } from './unfinished.js';
import type { SearchHandle } from './use-search.js';

interface Props {
  readonly session: Session;
  readonly searching: SearchHandle;
  onDraft(draft: Draft): void;
}

export function UnfinishedSearches({ session, searching, onDraft }: Props) {
  const { onKey } = useKey();
  const { waiting, error, jobId, open } = searching;
  // What is waited for here, or can be tried again, is not unfinished yet.
  const own = waiting !== null || error !== null ? jobId : null;
  const jobs = useUnfinished().filter(({ requestId }) => requestId !== own);
  if (jobs.length === 0) return null;
  const openOne = ({ link, requestId }: Unfinished) => {
    const { draft, requestIds } = readLink(link);
    if (session.key === null) return onKey();
    onDraft(draft);
    open(draft, requestIds, requestId);
  };
  return (
    <section className="unfinished" aria-labelledby="unfinished-title">
      <h2 id="unfinished-title">Unfinished searches</h2>
      <p className="hint" id="unfinished-price">
        Opening one costs 1 credit, charged when its rows are delivered.
      </p>
      <ul>
        {jobs.map((job) => (
          <li key={job.requestId}>
            <span>{job.title}</span>
            <span className="hint">started {ago(job.at, Date.now())}</span>
            <span className="actions">
              <button
                type="button"
                aria-label={`Open ${job.title}`}
                aria-describedby="unfinished-price"
                disabled={waiting !== null}
                onClick={() => openOne(job)}
              >
                Open
              </button>
              <button
                type="button"
                className="quiet"
                aria-label={`Forget ${job.title}`}
                title="Not charged unless delivered"
                onClick={() => forgetUnfinished(job.link)}
              >
                Forget
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

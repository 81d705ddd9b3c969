/** What happened to a home over all sources, newest first, in one list. */
import type { HomeBody } from '#contract/operations/homes.js';
import { listed } from '../text/format.js';
import { type Entry, entriesOf } from './entries.js';
import { day } from './words.js';

/** Entries shown before one asks for all. */
const ENTRIES_FIRST = 12;

export function Timeline({ home }: { readonly home: HomeBody }) {
  return (
    <section className="story">
      <h2>What happened</h2>
      <TimelineEntries home={home} first={ENTRIES_FIRST} />
    </section>
  );
}

interface EntriesProps {
  readonly home: HomeBody;
  /** Entries shown before one asks for all. */
  readonly first: number;
}

export function TimelineEntries({ home, first }: EntriesProps) {
  const entries = entriesOf(home);
  const rest = entries.slice(first);
  return (
    <>
      {entries.length === 0 && <p className="hint">Nothing was seen or reported yet.</p>}
      <Entries entries={entries.slice(0, first)} />
      {rest.length > 0 && (
        <details>
          <summary>{`${rest.length} earlier`}</summary>
          <Entries entries={rest} />
        </details>
      )}
    </>
  );
}

const Entries = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <ol className="timeline">
    {entries.map(({ at, text, tone, sources, basis }) => (
      <li key={`${at} ${text}`} className={tone}>
        <span className="when">{day(at)}</span>
        <b>{text}</b>
        <span className="hint">
          {basis === 'seen'
            ? `seen on ${listed(sources)}`
            : `${sources.length === 1 ? 'says' : 'say'} ${listed(sources)}`}
        </span>
      </li>
    ))}
  </ol>
);

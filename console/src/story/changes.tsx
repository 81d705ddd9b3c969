/** What happened to the home of a row over all sources, in the panel of the home. */
import { useHome } from './story.js';
import { TimelineEntries } from './timeline.js';

/** Entries shown before one asks for all. */
const ENTRIES_FIRST = 4;

/** An error has its box in the list of sources, which asks the same. */
export function HomeChanges({ homeId }: { readonly homeId: string }) {
  const { data, error } = useHome(homeId);
  if (data) return <TimelineEntries home={data} first={ENTRIES_FIRST} />;
  if (error !== null) return <p className="hint">Could not be loaded: see below.</p>;
  return <p className="hint">{data === null ? 'Nothing is known yet.' : 'Loading…'}</p>;
}

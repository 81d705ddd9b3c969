/**
 * Searches the part of the map that one has moved to: at a press, or whenever the map comes to
 * rest.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { type Draft, problemsOf, withValues } from '../search/draft.js';
import { ONE_PRESS } from '../shell/one-press.js';
import { routeOr } from '../text/labels.js';

interface Props {
  /** The visible box since the map was moved; null while it shows what was searched. */
  readonly box: string | null;
  /** The search of the rows. */
  readonly searched: Draft;
  readonly busy: boolean;
  onSearch(draft: Draft): void;
}

/** The map rests for so long before it is searched. */
const REST_MS = 800;

export function SearchHere({ box, searched, busy, onSearch }: Props) {
  const [always, setAlways] = useState(false);
  const wanted = box === null ? null : withValues(searched, { bbox: box }, 'bbox');
  const tooLarge = wanted !== null && problemsOf(wanted).bbox !== undefined;
  const search = () => {
    if (wanted !== null && !tooLarge) onSearch(wanted);
  };
  const onRest = useEffectEvent(search);
  useEffect(() => {
    if (!always || box === null) return;
    const rest = setTimeout(onRest, REST_MS);
    return () => clearTimeout(rest);
  }, [always, box]);
  if (!routeOr(searched.routeId).forms.includes('bbox')) return null;
  if (wanted === null && !always) return null;
  return (
    <div className="search-here">
      {wanted !== null && (
        <button
          {...ONE_PRESS}
          type="button"
          className="primary"
          aria-disabled={tooLarge || busy}
          onClick={() => !busy && search()}
        >
          {tooLarge ? 'Zoom in to search here' : 'Search this area (1 credit)'}
        </button>
      )}
      <label>
        <input
          type="checkbox"
          checked={always}
          onChange={({ target }) => setAlways(target.checked)}
        />{' '}
        Search as I move the map, 1 credit each time
      </label>
    </div>
  );
}

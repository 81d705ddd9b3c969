/** Which two searches are compared: of those of this browser, and of the same route. */
import type { PastSearch } from '../search/searches.js';
import { titleOf, useSearches } from '../search/searches.js';
import { ago, counted } from '../text/format.js';
import { type Side, type Sides, writeCompareLink } from './link.js';
import { LETTERS, type SideName } from './words.js';

export function Pickers({ left, right }: Sides) {
  const searches = useSearches();
  const go = (first: string, second: string) => {
    location.hash = writeCompareLink(first, second);
  };
  const chooseLeft = (link: string) => {
    const stays = right === null || link === '' || routeIdOf(link) === right.draft.routeId;
    go(link, stays ? (right?.link ?? '') : '');
  };
  const routeId = left?.draft.routeId ?? null;
  const fitting = searches.filter(({ link }) => routeId === null || routeIdOf(link) === routeId);
  return (
    <div className="pickers">
      <Picker side="left" chosen={left} searches={searches} onChoose={chooseLeft} />
      <Picker
        side="right"
        chosen={right}
        searches={fitting}
        onChoose={(link) => go(left?.link ?? '', link)}
      />
      <button
        type="button"
        disabled={left === null || right === null}
        onClick={() => go(right?.link ?? '', left?.link ?? '')}
      >
        Swap
      </button>
      {fitting.length < searches.length && (
        <p className="hint">
          {counted(searches.length - fitting.length, 'search', 'searches')} of other routes cannot
          be compared with A.
        </p>
      )}
    </div>
  );
}

const routeIdOf = (link: string): string | null =>
  new URLSearchParams(link.split('?', 2)[1]).get('route');

interface PickerProps {
  readonly side: SideName;
  readonly chosen: Side | null;
  readonly searches: readonly PastSearch[];
  onChoose(link: string): void;
}

function Picker({ side, chosen, searches, onChoose }: PickerProps) {
  const known = chosen === null || searches.some(({ link }) => link === chosen.link);
  return (
    <div className="field">
      <label htmlFor={`compare-${side}`}>Search {LETTERS[side]}</label>
      <select
        id={`compare-${side}`}
        value={chosen?.link ?? ''}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">Choose a search</option>
        {!known && chosen !== null && (
          <option value={chosen.link}>{titleOf(chosen.draft)}, from the link</option>
        )}
        {searches.map(({ query, link, title, rows, at, saved }) => (
          <option key={query} value={link}>
            {`${title}: ${counted(rows, 'row')}, ${ago(at, Date.now())}${saved ? ', saved' : ''}`}
          </option>
        ))}
      </select>
    </div>
  );
}

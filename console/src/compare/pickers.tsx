/** Which two searches of this browser are compared. */
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
  return (
    <div className="pickers">
      <Picker
        side="left"
        chosen={left}
        searches={searches}
        onChoose={(link) => go(link, right?.link ?? '')}
      />
      <Picker
        side="right"
        chosen={right}
        searches={searches}
        onChoose={(link) => go(left?.link ?? '', link)}
      />
      <button
        type="button"
        disabled={left === null || right === null}
        onClick={() => go(right?.link ?? '', left?.link ?? '')}
      >
        Swap
      </button>
    </div>
  );
}

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

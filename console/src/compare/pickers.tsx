/** Which two searches of this browser are compared. */
import { SelectField } from '../search/field.js';
import type { PastSearch } from '../search/searches.js';
import { titleOf, useSearches } from '../search/searches.js';
import { openLink } from '../shell/link.js';
import { ago, counted } from '../text/format.js';
import { type Side, type Sides, writeCompareLink } from './link.js';
import { LETTERS, type SideName } from './words.js';

export function Pickers({ left, right }: Sides) {
  const searches = useSearches();
  const go = (first: string, second: string) => openLink(writeCompareLink(first, second));
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
    <SelectField
      id={`compare-${side}`}
      label={`Search ${LETTERS[side]}`}
      value={chosen?.link ?? ''}
      options={[
        ['', 'Choose a search'],
        ...(known || chosen === null
          ? []
          : [[chosen.link, `${titleOf(chosen.draft)}, from the link`] as const]),
        ...searches.map(
          ({ link, title, rows, at, saved }) =>
            [
              link,
              `${title}: ${counted(rows, 'row')}, ${ago(at, Date.now())}${saved ? ', saved' : ''}`,
            ] as const,
        ),
      ]}
      onPick={onChoose}
    />
  );
}

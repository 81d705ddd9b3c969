/** Chooses what stands beside the map; on a narrow screen, which of map, list and table is shown. */
import { BESIDE, type Beside, setLayout, useLayout } from './layout.js';

/** By choice: the words beside a map, and on a narrow screen. */
const WORDS: Readonly<Record<Beside, readonly [wide: string, narrow: string]>> = {
  figures: ['Figures', 'Map'],
  list: ['List', 'List'],
  table: ['Table', 'Table'],
};

export function LayoutBar() {
  const { beside } = useLayout();
  return (
    <div className="layout-bar segments" role="radiogroup" aria-label="Beside the map">
      {BESIDE.map((each) => (
        <label key={each} className={each === beside ? 'on' : ''}>
          <input
            type="radio"
            name="beside"
            value={each}
            checked={each === beside}
            onChange={() => setLayout({ beside: each })}
          />
          <span className="wide-only">{WORDS[each][0]}</span>
          <span className="narrow-only">{WORDS[each][1]}</span>
        </label>
      ))}
    </div>
  );
}

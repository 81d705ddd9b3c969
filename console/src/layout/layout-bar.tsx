/**
 * Chooses what stands beside the map; on a narrow screen, which of map, list and table is shown.
 */
import { Segments } from '../search/field.js';
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
    <Segments
      className="layout-bar"
      label="Beside the map"
      name="beside"
      chosen={beside}
      options={BESIDE.map((each) => [
        each,
        <>
          <span className="wide-only">{WORDS[each][0]}</span>
          <span className="narrow-only">{WORDS[each][1]}</span>
        </>,
      ])}
      onChoose={(each) => setLayout({ beside: each })}
    />
  );
}

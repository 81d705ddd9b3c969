/** The same home on other sources, loaded when its panel opens. */
import type { Row } from '#contract/rows.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import type { Reasons } from '../results/reasons.js';
import { loadPart } from '../shell/load-part.js';

const HomeStory = loadPart({
  what: 'This part',
  load: async () => (await import('../story/story.js')).HomeStory,
  waiting: <p className="hint">Loading…</p>,
});

const TITLE_ID = 'home-sources';

/** Leads to the section, which stands below all fields. */
export const ToSources = () => (
  <button
    type="button"
    onClick={() => {
      const title = document.getElementById(TITLE_ID);
      title?.scrollIntoView();
      title?.focus({ preventScroll: true });
    }}
  >
    Other sources
  </button>
);

interface Props {
  readonly row: Row;
  readonly reasons: Reasons;
}

export function SourcesSection({ row, reasons }: Props) {
  const homeId = homeIdOf(row);
  return (
    <section className="story">
      <h3 id={TITLE_ID} tabIndex={-1}>
        This home on other sources
      </h3>
      {homeId !== null ? (
        <HomeStory {...{ homeId, row }} />
      ) : (
        <p className="hint">Not looked up: this row is not a single home. {whyText(reasons)}</p>
      )}
    </section>
  );
}

const whyText = (reasons: Reasons): string =>
  (reasons.get('extras.home_id') ?? [])
    .map(({ meaning, detail }) => detail ?? meaning)
    .join(' Or: ');

/** The same home on other sources, loaded when its panel opens. */
import { lazy, Suspense } from 'react';
import type { Row } from '#contract/rows.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import type { Reasons } from '../results/reasons.js';

const HomeStory = lazy(() =>
  import('../story/story.js').then((file) => ({ default: file.HomeStory })),
);

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
        <Suspense fallback={<p className="hint">Loading…</p>}>
          <HomeStory {...{ homeId, row }} />
        </Suspense>
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

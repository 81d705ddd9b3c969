/** A search that has not been sent: what it is, why it was not, and a button with its price. */
import { Icon } from '../shell/icons.js';
import { ONE_PRESS } from '../shell/one-press.js';
import { routeOr, routeTitle } from '../text/labels.js';
import { areaText, type Draft } from './draft.js';
import { FilterTags } from './filter-tags.js';

interface Props {
  readonly draft: Draft;
  readonly why: string;
  onRun(draft: Draft): void;
}

export const OfferedSearch = ({ draft, why, onRun }: Props) => (
  <section className="empty offered-search" aria-labelledby="offered-title">
    <h2 id="offered-title">
      {routeTitle(routeOr(draft.routeId))} {areaText(draft)}
      <FilterTags draft={draft} />
    </h2>
    <p>{why}</p>
    <div className="actions">
      <button {...ONE_PRESS} type="button" className="primary" onClick={() => onRun(draft)}>
        <Icon name="search" /> Run this search (1 credit)
      </button>
    </div>
  </section>
);

/** The filters in force: how many rows pass, each with a button that removes it. */
import type { LeftOut } from '../home/use-hidden.js';
import { Icon } from '../shell/icons.js';
import { count, counted } from '../text/format.js';
import type { Column } from './fields.js';
import { type Filters, NO_FILTERS, withFilter } from './filters.js';

interface Props {
  readonly columns: readonly Column[];
  readonly filters: Filters;
  readonly passing: number;
  readonly loaded: number;
  readonly hidden: LeftOut;
  readonly outside: LeftOut;
  onFilters(filters: Filters): void;
}

export function FilterBar(props: Props) {
  const { columns, filters, passing, loaded, hidden, outside, onFilters } = props;
  const set = columns.filter(({ name }) => filters[name] !== undefined);
  return (
    <div className="filter-bar" role="group" aria-label="Filters of the rows">
      <span role="status">
        {passing < loaded && `${count(passing)} of ${count(loaded)} loaded rows`}
      </span>
      {set.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-label={`Remove the filter ${title}: ${filters[name]}`}
          onClick={() => onFilters(withFilter(filters, name, ''))}
        >
          {title} <b>{filters[name]}</b> <Icon name="close" />
        </button>
      ))}
      {set.length > 1 && (
        <button type="button" className="quiet" onClick={() => onFilters(NO_FILTERS)}>
          Clear filters
        </button>
      )}
      <Toggle {...hidden} words={counted(hidden.count, 'hidden home')} />
      <Toggle {...outside} words={`${counted(outside.count, 'home')} outside the shape`} />
    </div>
  );
}

const Toggle = ({ count: left, shown, toggle, words }: LeftOut & { readonly words: string }) =>
  left > 0 && (
    <button type="button" className="quiet" aria-pressed={shown} onClick={toggle}>
      {shown ? 'Leave out' : 'Show'} {words}
    </button>
  );

/**
 * The filters in force: how many rows pass, each with a button that removes it. One that is not
 * understood hides nothing, and says so.
 */
import type { LeftOut } from '../home/use-hidden.js';
import { Icon } from '../shell/icons.js';
import { count, counted } from '../text/format.js';
import type { Column } from './fields.js';
import { type Filters, NO_FILTERS, readFilter, withFilter } from './filters.js';

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
      {set.map((column) => (
        <Chip key={column.name} {...{ column, filters, onFilters }} />
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

interface ChipProps extends Pick<Props, 'filters' | 'onFilters'> {
  readonly column: Column;
}

function Chip({ column, filters, onFilters }: ChipProps) {
  const { name, title } = column;
  const text = filters[name] ?? '';
  const isWrong = readFilter(text, column) === null;
  return (
    <button
      type="button"
      className={isWrong ? 'chip wrong' : 'chip'}
      aria-label={`Remove the filter ${title}: ${text}${isWrong ? ', not understood' : ''}`}
      onClick={() => onFilters(withFilter(filters, name, ''))}
    >
      {title} <b>{text}</b> {isWrong && 'not understood '}
      <Icon name="close" />
    </button>
  );
}

const Toggle = ({ count: left, shown, toggle, words }: LeftOut & { readonly words: string }) =>
  left > 0 && (
    <button type="button" className="quiet" aria-pressed={shown} onClick={toggle}>
      {shown ? 'Leave out' : 'Show'} {words}
    </button>
  );

/** A filter for each column, below the headings. */
import { pinOf } from './column-layout.js';
import type { Column } from './fields.js';
import { type Filters, readFilter, withFilter } from './filters.js';

interface Props {
  readonly columns: readonly Column[];
  readonly pinned: number;
  readonly filters: Filters;
  onFilters(filters: Filters): void;
}

export const FilterRow = ({ columns, pinned, filters, onFilters }: Props) => (
  <tr className="filter-row">
    {columns.map((column, place) => {
      const { name, title } = column;
      const text = filters[name] ?? '';
      const wrong = text.trim() !== '' && readFilter(text, column) === null;
      return (
        <td key={name} {...pinOf(place, pinned)}>
          <input
            aria-label={`Filter ${title}`}
            aria-invalid={wrong}
            title={wrong ? `Not understood: ${hintOf(column)}` : hintOf(column)}
            placeholder={placeholderOf(column)}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => onFilters(withFilter(filters, name, event.target.value))}
          />
        </td>
      );
    })}
  </tr>
);

const isDate = ({ type }: Column): boolean => type === 'date' || type === 'date_time';

function placeholderOf(column: Column): string {
  if (column.numeric) return '≥, ≤, a–b';
  return isDate(column) ? 'since, until' : 'contains';
}

function hintOf(column: Column): string {
  if (column.numeric) return 'A number, ≥ 3, <= 500k, 300k–500k, empty or any';
  if (isDate(column))
    return '2026-11, since 2026-11-01, until 2026-11, 2026-10 to 2026-11, empty or any';
  return 'A part of the text, empty or any';
}

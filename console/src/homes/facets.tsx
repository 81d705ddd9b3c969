/** How many homes have which value; a press filters by it. */
import type { AreaHomesAnswer } from '#client/index.js';
import { count, shortDollars } from '../text/format.js';
import { spaced } from '../text/labels.js';
import { type HomesAsk, withAsk } from './ask.js';

interface Props {
  readonly facets: AreaHomesAnswer['facets'];
  readonly ask: HomesAsk;
  onAsk(ask: HomesAsk): void;
}

interface Option {
  readonly label: string;
  readonly count: number;
  /** What a press asks; null where it cannot be asked. */
  readonly changes: HomesAsk | null;
}

export function Facets({ facets, ask, onAsk }: Props) {
  const groups: readonly (readonly [title: string, options: readonly Option[]])[] = [
    ['Price', facets.price.map(bandOption)],
    ['Bedrooms', facets.beds.map(bedsOption)],
    ['Type', facets.property_type.map(typeOption)],
  ];
  return (
    <div className="facets">
      {groups.map(([title, options]) => (
        <details key={title} name="facet">
          <summary>{title}</summary>
          <ul>
            {options.map(({ label, count: homes, changes }) => (
              <li key={label}>
                <button
                  type="button"
                  className="quiet"
                  disabled={changes === null}
                  onClick={() => changes !== null && onAsk(withAsk(ask, changes))}
                >
                  <span>{label}</span> <b>{count(homes)}</b>
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

function bandOption({ from, below, count: homes }: Props['facets']['price'][number]): Option {
  return {
    label: `${shortDollars(from.amount)} to ${shortDollars(below.amount)}`,
    count: homes,
    changes: { min_price: String(from.amount), max_price: String(below.amount - 1) },
  };
}

/** A filter asks for so many rooms or more, so the count of a smaller number is not its answer. */
function bedsOption({ value, count: homes }: Props['facets']['beds'][number]): Option {
  if (value === null) return { label: 'not known', count: homes, changes: null };
  const beds = value.replace('+', '');
  return { label: value, count: homes, changes: { beds_min: beds } };
}

function typeOption({ value, count: homes }: Props['facets']['property_type'][number]): Option {
  if (value === null) return { label: 'not known', count: homes, changes: null };
  return {
    label: spaced(value),
    count: homes,
    changes: value === 'other' ? null : { property_type: value },
  };
}

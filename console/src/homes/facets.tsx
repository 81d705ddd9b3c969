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
    ['Bedrooms', bedsOptions(facets.beds, Number(ask.beds_min ?? 0))],
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
    changes: {
      min_price: String(Math.floor(from.amount)),
      max_price: String(Math.ceil(below.amount) - 1),
    },
  };
}

/** A filter asks for so many rooms or more, so each option counts those with more, too. */
function bedsOptions(facet: Props['facets']['beds'], asked: number): Option[] {
  const known = facet.flatMap(({ value, count: homes }) =>
    value === null ? [] : [{ beds: Number.parseInt(value, 10), homes }],
  );
  const unknown = facet.find(({ value }) => value === null);
  return [
    ...known
      // Fewer than asked would widen the question.
      .filter(({ beds }) => beds >= asked)
      .toSorted((a, b) => a.beds - b.beds)
      .map(({ beds }) => ({
        label: `${beds} or more`,
        count: known.reduce((sum, one) => sum + (one.beds >= beds ? one.homes : 0), 0),
        changes: { beds_min: String(beds) },
      })),
    ...(unknown === undefined ? [] : [{ label: 'not known', count: unknown.count, changes: null }]),
  ];
}

function typeOption({ value, count: homes }: Props['facets']['property_type'][number]): Option {
  if (value === null) return { label: 'not known', count: homes, changes: null };
  return {
    label: spaced(value),
    count: homes,
    changes: value === 'other' ? null : { property_type: value },
  };
}

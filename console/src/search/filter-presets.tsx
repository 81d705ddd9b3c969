/** Usual ranges of prices and numbers of bedrooms, each one press. */
import type { ParamName } from '#contract/params.js';
import type { SearchRoute } from '#contract/routes.js';
import { shortDollars } from '../text/format.js';
import { plainAmount } from './amounts.js';
import type { Draft } from './draft.js';

type Range = readonly [low: number | null, high: number | null];

/** The ranges below, between and above these. */
const rangesAt = (...edges: readonly number[]): readonly Range[] =>
  [...edges, null].map((high, at) => [edges[at - 1] ?? null, high]);

const SALE_PRICES = rangesAt(300_000, 500_000, 750_000, 1_000_000);
const RENTS = rangesAt(1_500, 2_500, 4_000);
const PRICES: Readonly<Record<SearchRoute['kind'], readonly Range[]>> = {
  listings: SALE_PRICES,
  sold: SALE_PRICES,
  // Where a source of auctions takes prices, they are of homes for sale.
  auctions: SALE_PRICES,
  rentals: RENTS,
};

const BEDS: readonly Range[] = [1, 2, 3, 4].map((least): Range => [least, null]);

interface Props {
  readonly draft: Draft;
  onValues(values: Draft['values']): void;
}

export const PricePresets = ({ kind, ...props }: Props & Pick<SearchRoute, 'kind'>) => (
  <Presets
    {...props}
    label={kind === 'rentals' ? 'Usual rents' : 'Usual prices'}
    params={['min_price', 'max_price']}
    ranges={PRICES[kind]}
    textOf={priceText}
  />
);

export const BedPresets = (props: Props) => (
  <Presets
    {...props}
    label="Minimum bedrooms"
    params={['beds_min', null]}
    ranges={BEDS}
    textOf={([least]) => `${least}+`}
  />
);

function priceText([low, high]: Range): string {
  if (low === null) return `under ${shortDollars(high ?? 0)}`;
  return high === null ? `${shortDollars(low)}+` : `${shortDollars(low)}–${shortDollars(high)}`;
}

interface PresetsProps extends Props {
  readonly label: string;
  readonly params: readonly [low: ParamName, high: ParamName | null];
  readonly ranges: readonly Range[];
  textOf(range: Range): string;
}

function Presets({ draft, label, params, ranges, textOf, onValues }: PresetsProps) {
  const entered = (name: ParamName | null) =>
    name === null ? '' : plainAmount(draft.values[name] ?? '');
  const set = ([low, high]: Range) => {
    const [least, most] = params;
    onValues({ [least]: plain(low), ...(most !== null && { [most]: plain(high) }) });
  };
  return (
    <div className="chips presets-row" role="group" aria-label={label}>
      {ranges.map((range) => {
        const on = params.every((name, end) => entered(name) === plain(range[end] ?? null));
        return (
          <button
            key={textOf(range)}
            type="button"
            className="chip"
            aria-pressed={on}
            onClick={() => set(on ? [null, null] : range)}
          >
            {textOf(range)}
          </button>
        );
      })}
    </div>
  );
}

const plain = (end: number | null): string => (end === null ? '' : String(end));

/** The filters that the selected route accepts, in the order of the contract. */
import { Fragment } from 'react';
import { PARAMS, type ParamName } from '#contract/params.js';
import type { SearchRoute } from '#contract/routes.js';
import { ASKED_PROPERTY_TYPES } from '#contract/values.js';
import { routeOr, spaced } from '../text/labels.js';
import { type Draft, filterParams, withValues } from './draft.js';
import { SelectField, TextField } from './field.js';
import { BedPresets, PricePresets } from './filter-presets.js';

interface Props {
  readonly draft: Draft;
  readonly problems: Partial<Record<ParamName, string>>;
  onDraft(draft: Draft): void;
}

/** Minimum and maximum on one line, with their common label. */
const PAIRS: readonly (readonly [title: string, low: ParamName, high: ParamName])[] = [
  ['Price, $', 'min_price', 'max_price'],
  ['Living area, sqft', 'sqft_min', 'sqft_max'],
  ['Year built', 'year_built_min', 'year_built_max'],
];

export function FilterFields({ draft, problems, onDraft }: Props) {
  const route = routeOr(draft.routeId);
  const taken = new Set(filterParams(route));
  const setAll = (values: Draft['values']) => onDraft(withValues(draft, values));
  const set = (name: ParamName, value: string) => setAll({ [name]: value });
  return (
    <details className="filters" open={isWide()}>
      <summary>Filters</summary>
      {PAIRS.filter(([, low]) => taken.has(low)).map(([title, low, high]) => (
        <Fragment key={low}>
          <div className="halves" role="group" aria-label={title}>
            <NumberField
              name={low}
              label={
                low === 'min_price' && route.kind === 'rentals' ? 'Rent from, $' : `${title} from`
              }
              {...{ draft, problems, set }}
            />
            <NumberField name={high} label="to" {...{ draft, problems, set }} />
          </div>
          {low === 'min_price' && (
            <PricePresets {...{ draft }} kind={route.kind} onValues={setAll} />
          )}
        </Fragment>
      ))}
      <div className="halves">
        <NumberField name="beds_min" label="Bedrooms, min." {...{ draft, problems, set }} />
        <NumberField name="baths_min" label="Bathrooms, min." {...{ draft, problems, set }} />
      </div>
      <BedPresets draft={draft} onValues={setAll} />
      <PropertyTypes chosen={draft.values.property_type ?? ''} set={set} />
      <Choices draft={draft} route={route} set={set} />
    </details>
  );
}

/** On a wide screen the filters start open. */
const isWide = (): boolean => matchMedia('(min-width: 761px)').matches;

interface NumberProps {
  readonly name: ParamName;
  readonly label: string;
  readonly draft: Draft;
  readonly problems: Props['problems'];
  set(name: ParamName, value: string): void;
}

const NumberField = ({ name, label, draft, problems, set }: NumberProps) => (
  <TextField
    id={name}
    label={label}
    problem={problems[name]}
    inputMode={PARAMS[name].type === 'decimal' ? 'decimal' : 'numeric'}
    placeholder="any"
    value={draft.values[name] ?? ''}
    onText={(text) => set(name, text)}
  />
);

interface SetProps {
  set(name: ParamName, value: string): void;
}

function PropertyTypes({ chosen, set }: SetProps & { readonly chosen: string }) {
  const types = new Set(chosen.split(',').filter((type) => type !== ''));
  const toggle = (type: string) => {
    const next = types.has(type) ? [...types].filter((each) => each !== type) : [...types, type];
    // In the order of the contract, so that equal choices give equal queries.
    set('property_type', ASKED_PROPERTY_TYPES.filter((each) => next.includes(each)).join(','));
  };
  return (
    <div className="field" role="group" aria-label="Home types">
      <span className="label">Home types{types.size === 0 && ' (any)'}</span>
      <div className="chips">
        {ASKED_PROPERTY_TYPES.map((type) => (
          <label key={type} className={types.has(type) ? 'chip on' : 'chip'}>
            <input type="checkbox" checked={types.has(type)} onChange={() => toggle(type)} />
            {spaced(type)}
          </label>
        ))}
      </div>
    </div>
  );
}

const SORT_LABELS: Readonly<Record<string, string>> = {
  newest: 'newest first',
  price_high: 'highest price first',
  price_low: 'lowest price first',
};

function Choices({ draft, route, set }: SetProps & { draft: Draft; route: SearchRoute }) {
  const standard = route.kind === 'auctions' ? 'soonest auction first' : 'source default';
  return (
    <div className="halves">
      {route.sorts.length > 0 && (
        <SelectField
          id="sort"
          label="Sort by"
          value={draft.values.sort ?? ''}
          options={[
            ['', standard],
            ...route.sorts.map((sort) => [sort, SORT_LABELS[sort] ?? spaced(sort)] as const),
          ]}
          onPick={(sort) => set('sort', sort)}
        />
      )}
      {route.sold_windows.length > 0 && (
        <SelectField
          id="sold_within_days"
          label="Sold within"
          value={draft.values.sold_within_days ?? ''}
          options={[
            ['', '90 days (default)'],
            ...route.sold_windows.map((days) => [`${days}`, daysText(days)] as const),
          ]}
          onPick={(days) => set('sold_within_days', days)}
        />
      )}
    </div>
  );
}

const DAYS_PER_YEAR = 365;
const daysText = (days: number): string => {
  const years = days / DAYS_PER_YEAR;
  if (!Number.isInteger(years)) return `${days} days`;
  return years === 1 ? '1 year' : `${years} years`;
};

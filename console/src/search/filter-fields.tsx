/** The filters that the selected route accepts, in the order of the contract. */
import { Fragment } from 'react';
import { PARAMS, type ParamName } from '#contract/params.js';
import type { SearchRoute } from '#contract/routes.js';
import { ASKED_PROPERTY_TYPES } from '#contract/values.js';
import { routeOr, spaced } from '../text/labels.js';
import { type Draft, filterParams, withValues } from './draft.js';
import { SelectField, TextField } from './field.js';
import { BedPresets, PricePresets } from './filter-presets.js';
import { daysText, SORT_WORDS } from './filter-words.js';

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
      {LISTS.filter(({ name }) => taken.has(name)).map((list) => (
        <List key={list.name} list={list} chosen={draft.values[list.name] ?? ''} set={set} />
      ))}
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

interface ListOf {
  readonly name: ParamName;
  readonly title: string;
  /** The accepted values, in the order of the contract, with their labels. */
  readonly labels: readonly (readonly [value: string, label: string])[];
}

const LISTS: readonly ListOf[] = [
  {
    name: 'property_type',
    title: 'Home types',
    labels: ASKED_PROPERTY_TYPES.map((type) => [type, spaced(type)]),
  },
  {
    name: 'arms_length',
    title: "Sales at arm's length",
    labels: [
      ['true', 'yes'],
      ['false', 'no'],
      ['unknown', 'not stated'],
    ],
  },
];

function List({ list, chosen, set }: SetProps & { list: ListOf; readonly chosen: string }) {
  const { name, title, labels } = list;
  const values = new Set(chosen.split(',').filter((value) => value !== ''));
  const toggle = (value: string) => {
    const next = new Set(values);
    if (!next.delete(value)) next.add(value);
    // In the order of the contract, so that equal choices give equal queries.
    set(name, labels.flatMap(([each]) => (next.has(each) ? [each] : [])).join(','));
  };
  return (
    <div className="field" role="group" aria-label={title}>
      <span className="label">
        {title}
        {values.size === 0 && ' (any)'}
      </span>
      <div className="chips">
        {labels.map(([value, label]) => (
          <label key={value} className={values.has(value) ? 'chip on' : 'chip'}>
            <input type="checkbox" checked={values.has(value)} onChange={() => toggle(value)} />
            {label}
          </label>
        ))}
      </div>
    </div>
  );
}

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
            ...route.sorts.map((sort) => [sort, SORT_WORDS[sort] ?? spaced(sort)] as const),
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

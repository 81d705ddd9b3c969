/** What a question was understood as: each part a chip that can be changed or removed. */
import { useId, useRef, useState } from 'react';
import { areaText } from '../search/draft.js';
import { Select } from '../search/field.js';
import { NUMBER_FILTERS, type NumberFilter } from '../search/filter-table.js';
import { Icon } from '../shell/icons.js';
import { spaced } from '../text/labels.js';
import { draftOf, type HomesAsk, kindOf, placeName, placeOf, withAsk, writeAsk } from './ask.js';

interface Props {
  readonly ask: HomesAsk;
  onAsk(ask: HomesAsk): void;
  /** Asks the same of another place, in words. */
  onPlace(text: string): void;
}

export function Chips({ ask, onAsk, onPlace }: Props) {
  const [added, setAdded] = useState<string | null>(null);
  const draft = draftOf(ask);
  const shown = NUMBER_FILTERS.filter(({ name }) => ask[name] !== undefined || name === added);
  const types = ask.property_type?.split(',') ?? [];
  const change = (changes: HomesAsk) => {
    setAdded(null);
    onAsk(withAsk(ask, changes));
  };
  return (
    <fieldset className="ask-chips">
      <legend className="sr-only">The question</legend>
      <span className="ask-chip">
        <Select
          aria-label="Kind of offers"
          value={kindOf(ask)}
          options={KINDS}
          onPick={(kind) => change({ kind })}
        />
      </span>
      {draft !== null && (
        <PlaceChip
          key={writeAsk(placeOf(ask))}
          {...{ name: placeName(ask), area: areaText(draft), onPlace }}
        />
      )}
      {types.map((type) => (
        <span className="ask-chip" key={type}>
          {spaced(type)}
          <Remove
            what={spaced(type)}
            onRemove={() => change({ property_type: types.filter((one) => one !== type).join() })}
          />
        </span>
      ))}
      {shown.map((filter) => (
        <FilterChip
          key={`${filter.name} ${ask[filter.name] ?? ''}`}
          filter={filter}
          value={ask[filter.name] ?? ''}
          onValue={(value) => change({ [filter.name]: value })}
        />
      ))}
      <AddFilter ask={ask} onAdd={setAdded} />
    </fieldset>
  );
}

const KINDS = [
  ['listings', 'for sale'],
  ['rentals', 'for rent'],
] as const;

interface PlaceProps extends Pick<Props, 'onPlace'> {
  /** Null for a box or a circle. */
  readonly name: string | null;
  readonly area: string;
}

/** The place is taken over when the field is left, or with Enter; Escape leaves it as it was. */
function PlaceChip({ name, area, onPlace }: PlaceProps) {
  const id = useId();
  const known = name ?? '';
  const [text, setText] = useState(known);
  const sent = useRef(known);
  const commit = () => {
    const wanted = text.trim();
    if (wanted === '') setText(known);
    if (wanted === '' || wanted === sent.current) return;
    sent.current = wanted;
    onPlace(wanted);
  };
  return (
    <span className="ask-chip place">
      <label htmlFor={id}>
        {name === null ? area : 'in'}
        <span className="sr-only"> (Place)</span>
      </label>
      <input
        id={id}
        value={text}
        maxLength={PLACE_CHARS_MAX}
        placeholder={OTHER_PLACE}
        autoComplete="off"
        spellCheck={false}
        style={{ width: `${Math.max(5, text.length || OTHER_PLACE.length) + 2}ch` }}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setText(known);
        }}
      />
    </span>
  );
}

const OTHER_PLACE = 'another place';
const PLACE_CHARS_MAX = 80;

const Remove = ({ what, onRemove }: { readonly what: string; onRemove(): void }) => (
  <button type="button" className="quiet" aria-label={`Remove: ${what}`} onClick={onRemove}>
    <Icon name="close" />
  </button>
);

interface ChipProps {
  readonly filter: NumberFilter;
  readonly value: string;
  onValue(value: string): void;
}

/** The value is taken over when the field is left, or with Enter. */
function FilterChip({ filter, value, onValue }: ChipProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const { title, min, max, step } = filter;
  const [before, after] = filter.chip;
  const isValid = text === '' || (Number(text) >= min && Number(text) <= max);
  const commit = () => {
    if (text !== value && isValid) onValue(text);
  };
  return (
    <span className={isValid ? 'ask-chip' : 'ask-chip wrong'}>
      <label htmlFor={id}>
        {before}
        <span className="sr-only">{` (${title})`}</span>
      </label>
      <input
        id={id}
        type="number"
        {...{ min, max, step }}
        style={{ width: `${Math.max(2, text.length) + 3}ch` }}
        value={text}
        ref={value === '' ? focus : undefined}
        aria-invalid={!isValid}
        title={isValid ? undefined : `From ${min} to ${max}`}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <span aria-hidden="true">{after}</span>
      <Remove what={title} onRemove={() => onValue('')} />
    </span>
  );
}

/** A chip that was just added waits for its value. */
const focus = (field: HTMLInputElement | null): void => field?.focus();

const AddFilter = ({ ask, onAdd }: Pick<Props, 'ask'> & { onAdd(name: string): void }) => (
  <Select
    className="add-filter"
    aria-label="Add a filter"
    value=""
    options={[['', '+ filter', true], ...optionsOf(ask)]}
    onPick={onAdd}
  />
);

const optionsOf = (ask: HomesAsk) =>
  NUMBER_FILTERS.filter(({ name }) => ask[name] === undefined).map(
    ({ name, title }) => [name, title] as const,
  );

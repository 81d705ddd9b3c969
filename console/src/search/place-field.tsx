/** A place name with suggestions: the ARIA combobox pattern. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { Field } from './field.js';
import { placeText, type Suggestion, suggestPlaces } from './places.js';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly text: string;
  readonly problem?: string | undefined;
  /** Kind of suggestions. */
  readonly form: 'place' | 'county';
  readonly nycOnly: boolean;
  readonly numeric?: boolean;
  onText(text: string): void;
  onPick(place: Suggestion): void;
}

export function PlaceField(props: Props) {
  const id = useId();
  const { text, onText } = props;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(props, open);
  const pick = (place: Suggestion) => {
    setOpen(false);
    setActive(-1);
    props.onPick(place);
  };
  const type = (value: string) => {
    setOpen(true);
    setActive(-1);
    onText(value);
  };
  const chosen = open ? found[active] : undefined;
  const onKeyDown = keysOf({
    Escape: () => setOpen(false),
    ...(chosen !== undefined && { Enter: () => pick(chosen) }),
    ArrowDown: () => {
      setOpen(true);
      setActive((now) => Math.min(found.length - 1, now + 1));
    },
    ArrowUp: () => setActive((now) => Math.max(-1, now - 1)),
  });
  const shown = open && found.length > 0;
  return (
    <Field id={id} label={props.label} problem={props.problem} {...hintOf(props)}>
      {(described) => (
        <div className="combo">
          <input
            {...described}
            role="combobox"
            aria-expanded={shown}
            aria-controls={`${id}-list`}
            aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
            {...NO_AUTOCOMPLETE}
            inputMode={props.numeric === true ? 'numeric' : 'text'}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
          {shown && <Options id={id} found={found} active={active} onPick={pick} />}
        </div>
      )}
    </Field>
  );
}

/** Turns off the browser's own suggestions. */
const NO_AUTOCOMPLETE = {
  'aria-autocomplete': 'list',
  autoComplete: 'off',
  spellCheck: false,
} as const;

/** Handles these keys; all others keep their default action. */
const keysOf = (keys: Readonly<Record<string, () => void>>) => (event: KeyboardEvent) => {
  const act = keys[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
};

interface OptionsProps {
  readonly id: string;
  readonly found: readonly Suggestion[];
  readonly active: number;
  onPick(place: Suggestion): void;
}

const Options = ({ id, found, active, onPick }: OptionsProps) => (
  <div className="options" role="listbox" id={`${id}-list`} aria-label="Suggestions">
    {found.map((place, index) => (
      // The input keeps the focus and handles the keys.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        key={`${place.name}-${place.state}`}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        // Keeps the focus on the input: losing it would close the list before the click.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onPick(place)}
      >
        {placeText(place)}
      </div>
    ))}
  </div>
);

const hintOf = ({ hint }: Props) => (hint === undefined ? {} : { hint });

/** Suggestions for the text; those of the text before stay until they are there. */
function useSuggestions({ text, form, nycOnly }: Props, wanted: boolean): readonly Suggestion[] {
  const { data } = useQuery({
    queryKey: ['places', form, nycOnly, text],
    queryFn: () => suggestPlaces(text, form, nycOnly),
    enabled: wanted,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return (wanted && data) || NO_SUGGESTIONS;
}

const NO_SUGGESTIONS: readonly Suggestion[] = [];

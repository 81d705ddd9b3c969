/** A place name with suggestions. */
import { Combobox, ComboboxItem, ComboboxPopover, ComboboxProvider } from '@ariakit/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Field } from './field.js';
import { placeText, type Suggestion, suggestPlaces } from './places.js';

interface Props {
  readonly label: string;
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
  const [open, setOpen] = useState(false);
  const found = useSuggestions(props, open);
  return (
    <Field id={id} label={props.label} problem={props.problem}>
      {(described) => (
        <ComboboxProvider
          value={props.text}
          setValue={props.onText}
          open={open && found.length > 0}
          setOpen={setOpen}
        >
          <Combobox
            {...described}
            showOnClick={false}
            onKeyDown={(event) => {
              // Prevented by Enter that took a suggestion: it is gone when this runs.
              if (event.key !== 'Enter' || event.defaultPrevented) return;
              // Without a choice, Enter sends the form as in any other input.
              event.preventDefault();
              setOpen(false);
              event.currentTarget.form?.requestSubmit();
            }}
            spellCheck={false}
            inputMode={props.numeric === true ? 'numeric' : 'text'}
          />
          <ComboboxPopover className="popup options" aria-label="Suggestions" gutter={3} sameWidth>
            {found.map((place) => (
              <ComboboxItem
                key={`${place.name}-${place.state}`}
                hideOnClick
                setValueOnClick={false}
                onClick={() => props.onPick(place)}
              >
                {placeText(place)}
              </ComboboxItem>
            ))}
          </ComboboxPopover>
        </ComboboxProvider>
      )}
    </Field>
  );
}

/**
 * Suggestions for the text; while it is continued, those of the text before stay until they are
 * there.
 */
function useSuggestions({ text, form, nycOnly }: Props, wanted: boolean): readonly Suggestion[] {
  const { data } = useQuery({
    queryKey: ['places', form, nycOnly, text],
    queryFn: () => suggestPlaces(text, form, nycOnly),
    enabled: wanted,
    staleTime: Infinity,
    placeholderData: (found, before) =>
      text.startsWith(String(before?.queryKey[3])) ? found : undefined,
  });
  return (wanted && data) || NO_SUGGESTIONS;
}

const NO_SUGGESTIONS: readonly Suggestion[] = [];

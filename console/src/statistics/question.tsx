/** Which figures: place, kind, months, length of a period, and what splits it. */
import { type FormEvent, useState } from 'react';
import { withAsk } from '../homes/ask.js';
import { Segments, SelectField, TextField } from '../search/field.js';
import { PlaceField } from '../search/place-field.js';
import { placesCalled, type Suggestion } from '../search/places.js';
import {
  atPlace,
  formOf,
  isMonth,
  kindOf,
  measureOf,
  placeText,
  type StatisticsAsk,
} from './ask.js';
import { MEASURES } from './measures.js';

interface Props {
  readonly ask: StatisticsAsk;
  /** The months of the answer, where the question names none. */
  readonly months: { readonly from: string; readonly to: string } | undefined;
  onAsk(ask: StatisticsAsk): void;
}

export function Question({ ask, months, onAsk }: Props) {
  const change = (changes: StatisticsAsk) => onAsk(withAsk(ask, changes));
  return (
    <div className="statistics-question">
      <PlaceForm {...{ ask, onAsk }} />
      <SelectField
        id="statistics-kind"
        label="Homes"
        value={kindOf(ask)}
        options={KINDS}
        onPick={(kind) => change({ kind })}
      />
      <Month name="from" label="From" {...{ ask, months, change }} />
      <Month name="to" label="To" {...{ ask, months, change }} />
      <SelectField
        id="statistics-by"
        label="By"
        value={ask.by ?? 'month'}
        options={[
          ['month', 'month'],
          ['quarter', 'quarter'],
        ]}
        onPick={(by) => change({ by })}
      />
      <SelectField
        id="statistics-group"
        label="Split by"
        value={ask.group ?? ''}
        options={GROUPS}
        onPick={(group) => change({ group })}
      />
      <SelectField
        id="statistics-measure"
        label="Figure"
        value={measureOf(ask).id}
        options={MEASURES.filter(({ kinds }) => kinds.includes(kindOf(ask))).map(
          ({ id, title }) => [id, title] as const,
        )}
        onPick={(measure) => change({ measure })}
      />
    </div>
  );
}

const KINDS = [
  ['sold', 'sold'],
  ['listings', 'for sale'],
  ['rentals', 'for rent'],
] as const;

const GROUPS = [
  ['', 'nothing'],
  ['property_type', 'type of home'],
  ['beds', 'bedrooms'],
] as const;

interface MonthProps {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly ask: StatisticsAsk;
  readonly months: Props['months'];
  change(changes: StatisticsAsk): void;
}

/** An empty one takes the last twelve months. A month that is not typed to its end waits. */
function Month({ name, label, ask, months, change }: MonthProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const onText = (month: string) => {
    const isWhole = month === '' || isMonth(month);
    setTyped(isWhole ? null : month);
    if (isWhole) change({ [name]: month });
  };
  return (
    <TextField
      id={`statistics-${name}`}
      label={label}
      type="month"
      min="1900-01"
      max="2099-12"
      placeholder="YYYY-MM"
      value={typed ?? ask[name] ?? months?.[name] ?? ''}
      {...{ onText }}
    />
  );
}

/** The place is taken over when it is chosen from the list, or with Enter. */
function PlaceForm({ ask, onAsk }: Omit<Props, 'months'>) {
  const { form, setForm, text, setText, problem, setProblem } = usePlaceInputs(ask);
  const pick = ({ kind, name, state }: Suggestion) =>
    onAsk(atPlace(ask, { [kind]: name, ...(kind !== 'zip' && { state }) }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = text.trim();
    if (form === 'place' && /^\d{5}$/.test(typed)) return onAsk(atPlace(ask, { zip: typed }));
    void findPlace(typed, form).then(
      (place) => (place === undefined ? setProblem(UNKNOWN[form]) : pick(place)),
      () => setProblem('The names of places could not be loaded. Enter a ZIP code.'),
    );
  };
  return (
    <form className="statistics-place" aria-label="Area" onSubmit={submit} noValidate>
      <Segments
        label="Kind of area"
        name="statistics-form"
        chosen={form}
        options={[
          ['place', 'ZIP or city'],
          ['county', 'County'],
        ]}
        onChoose={(chosen) => {
          setForm(chosen);
          setText('');
          setProblem(undefined);
        }}
      />
      <PlaceField
        label={form === 'county' ? 'County' : 'ZIP code or city'}
        text={text}
        {...{ form, problem }}
        nycOnly={false}
        onText={(typed) => {
          setText(typed);
          setProblem(undefined);
        }}
        onPick={pick}
      />
      <button type="submit">Show</button>
    </form>
  );
}

const fieldOf = (ask: StatisticsAsk): 'place' | 'county' =>
  formOf(ask) === 'county' ? 'county' : 'place';

/** What is typed, until another place is shown. Not by a key: the field keeps the focus. */
function usePlaceInputs(ask: StatisticsAsk) {
  const asked = placeText(ask);
  const [form, setForm] = useState(fieldOf(ask));
  const [text, setText] = useState(asked);
  const [problem, setProblem] = useState<string | undefined>();
  const [shown, setShown] = useState(asked);
  if (shown !== asked) {
    setShown(asked);
    setForm(fieldOf(ask));
    setText(asked);
    setProblem(undefined);
  }
  return { form, setForm, text, setText, problem, setProblem };
}

/** The largest place with this name, in the state where one is named. */
async function findPlace(text: string, form: 'place' | 'county'): Promise<Suggestion | undefined> {
  const [name = '', state] = text.split(',', 2);
  const wanted = state?.trim().toUpperCase();
  const found = await placesCalled(name, form);
  return found.find((one) => wanted === undefined || one.state === wanted);
}

const UNKNOWN = {
  place: 'No place is called that. Enter a ZIP code, or a city such as Seattle, WA.',
  county: 'No county is called that. Enter one such as King County, WA.',
} as const;

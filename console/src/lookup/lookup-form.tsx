/** Which home to look up: source, kind of input, input, and what it costs. */
import { type FormEvent, useRef, useState } from 'react';
import { LOOKUP_PARAMS, type LookupParam } from '#contract/params.js';
import { LOOKUP_ROUTES, type LookupRoute } from '#contract/routes.js';
import { Segments, SelectField, TextField } from '../search/field.js';
import { Icon } from '../shell/icons.js';
import { counted } from '../text/format.js';
import { sourceLabel } from '../text/labels.js';
import { type Asked, problemOf } from './link.js';

const BY_LABELS: Readonly<Record<LookupParam, string>> = {
  address: 'Address',
  url: 'Page at the source',
  source_id: 'Source ID',
};

interface Props {
  readonly asked: Asked;
  readonly busy: boolean;
  /** What the service says of the input. */
  readonly rejected: string | null;
  onAsked(asked: Asked): void;
  onLookup(asked: Asked): void;
}

export function LookupForm({ asked, busy, rejected, onAsked, onLookup }: Props) {
  const { route, by } = asked;
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const problem = problemOf(asked);
  const change = (more: Partial<Asked>) => {
    setTried(false);
    onAsked({ ...asked, ...more });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(problem !== null);
    if (problem !== null) input.current?.focus();
    else if (!busy) onLookup(asked);
  };
  return (
    <form className="lookup-form" aria-label="Home lookup" onSubmit={submit} noValidate>
      <SelectField
        id="lookup-source"
        label="Source"
        hint={ONLY_HINT}
        value={route.id}
        options={LOOKUP_ROUTES.map(({ id, source }) => [id, sourceLabel(source)])}
        onPick={(id) => change(movedTo(asked, LOOKUP_ROUTES.find((one) => one.id === id) ?? route))}
      />
      <Segments
        label="Look up by"
        name="by"
        chosen={by}
        options={route.params.map((name) => [name, BY_LABELS[name]])}
        onChoose={(name) => change({ by: name, value: '' })}
      />
      <TextField
        id="lookup-value"
        label={BY_LABELS[by]}
        hint={`Enter ${LOOKUP_PARAMS[by].description}.`}
        problem={(tried ? problem : rejected) ?? undefined}
        ref={input}
        spellCheck={false}
        placeholder={exampleOf(route, by)}
        value={asked.value}
        onText={(value) => change({ value })}
      />
      <LookupActions {...{ route, busy }} />
    </form>
  );
}

const LookupActions = ({ route, busy }: Pick<Asked, 'route'> & { readonly busy: boolean }) => (
  <div className="actions">
    {/* aria-disabled, so that the button keeps the focus. */}
    <button type="submit" className="primary" aria-disabled={busy}>
      <Icon name="search" /> {`Look up for ${priceText(route)}`}
    </button>
    <p className="hint">Only a home that is found is charged, including one from the cache.</p>
  </div>
);

export const priceText = ({ price }: LookupRoute): string => counted(price, 'credit');

/** An input that the other route takes too stays. */
function movedTo({ by, value }: Asked, route: LookupRoute): Partial<Asked> {
  if (route.params.includes(by)) return { route, by, value };
  return { route, by: route.params[0] ?? by, value: '' };
}

/** The address of the example may be of no home: it shows the form alone. */
const exampleOf = ({ param_examples }: LookupRoute, by: LookupParam): string | undefined => {
  const example = param_examples[by];
  return example === undefined ? undefined : `such as ${example}`;
};

const ONLY_HINT =
  LOOKUP_ROUTES.length === 1 ? 'The other sources have no lookup of one home.' : undefined;

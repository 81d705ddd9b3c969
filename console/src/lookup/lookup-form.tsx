/** Which home to look up: source, kind of input, input, and what it costs. */
import { type FormEvent, useRef, useState } from 'react';
import { LOOKUP_PARAMS, type LookupParam } from '#contract/params.js';
import { LOOKUP_ROUTES, type LookupRoute } from '#contract/routes.js';
import { Field } from '../search/field.js';
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
      <SourceField route={route} onRoute={(next) => change(movedTo(asked, next))} />
      <ByChoice {...{ route, by }} onBy={(name) => change({ by: name, value: '' })} />
      <Field
        id="lookup-value"
        label={BY_LABELS[by]}
        hint={`Enter ${LOOKUP_PARAMS[by].description}.`}
        problem={(tried ? problem : rejected) ?? undefined}
      >
        {(described) => (
          <input
            {...described}
            ref={input}
            autoComplete="off"
            spellCheck={false}
            placeholder={exampleOf(route, by)}
            value={asked.value}
            onChange={({ target }) => change({ value: target.value })}
          />
        )}
      </Field>
      <div className="actions">
        {/* aria-disabled, so that the button keeps the focus. */}
        <button type="submit" className="primary" aria-disabled={busy}>
          <Icon name="search" /> {`Look up for ${priceText(route)}`}
        </button>
        <p className="hint">Only a home that is found is charged, including one from the cache.</p>
      </div>
    </form>
  );
}

interface ByProps extends Pick<Asked, 'route' | 'by'> {
  onBy(by: LookupParam): void;
}

const ByChoice = ({ route, by, onBy }: ByProps) => (
  <div className="segments" role="radiogroup" aria-label="Look up by">
    {route.params.map((name) => (
      <label key={name} className={name === by ? 'on' : ''}>
        <input type="radio" name="by" checked={name === by} onChange={() => onBy(name)} />
        {BY_LABELS[name]}
      </label>
    ))}
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

interface SourceProps {
  readonly route: LookupRoute;
  onRoute(route: LookupRoute): void;
}

const SourceField = ({ route, onRoute }: SourceProps) => (
  <Field id="lookup-source" label="Source" {...onlyHint()}>
    {(described) => (
      <select
        {...described}
        value={route.id}
        onChange={({ target }) =>
          onRoute(LOOKUP_ROUTES.find(({ id }) => id === target.value) ?? route)
        }
      >
        {LOOKUP_ROUTES.map(({ id, source }) => (
          <option key={id} value={id}>
            {sourceLabel(source)}
          </option>
        ))}
      </select>
    )}
  </Field>
);

const onlyHint = () =>
  LOOKUP_ROUTES.length === 1 ? { hint: 'The other sources have no lookup of one home.' } : {};

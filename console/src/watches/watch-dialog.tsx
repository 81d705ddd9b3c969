/** Watches the search of the form: a name, an interval, and the price before anything is stored. */
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Rowhouse, RowhouseError, WatchInput } from '#client/index.js';
import { useResource } from '../pages/use-resource.js';
import { plainAmount } from '../search/amounts.js';
import { type Draft, queryOf } from '../search/draft.js';
import { Field } from '../search/field.js';
import { connect, newKey, toError } from '../service/client.js';
import { ErrorBox } from '../shell/error-box.js';
import { showOrClose } from '../shell/show-dialog.js';
import { INTERVALS, priceText, searchText } from './labels.js';

interface Props {
  /** The search to watch; null while the dialog is closed. */
  readonly draft: Draft | null;
  readonly apiKey: string | null;
  onClose(): void;
}

export function WatchDialog({ draft, apiKey, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = draft !== null && apiKey !== null;
  useEffect(() => showOrClose(dialog.current, open), [open]);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="watch-title">
      {open && <WatchForm {...{ draft, apiKey, onClose }} />}
    </dialog>
  );
}

interface FormProps {
  readonly draft: Draft;
  readonly apiKey: string;
  onClose(): void;
}

const DAY_S = 86_400;

/** What is set in the dialog; the limit as it was typed. */
interface Settings {
  readonly name: string;
  readonly interval: number;
  readonly limit: string;
}

function WatchForm({ draft, apiKey, onClose }: FormProps) {
  const search = useMemo(() => searchOf(draft), [draft]);
  const [settings, setSettings] = useState<Settings>({ name: '', interval: DAY_S, limit: '' });
  const { create, creating, error } = useCreate(apiKey, onClose);
  const { name, interval } = settings;
  const limit = plainAmount(settings.limit.trim());
  const isValid = limit === '' || /^[1-9]\d{0,8}$/.test(limit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creating || !isValid) return;
    create({
      ...search,
      interval_s: interval,
      ...(name !== '' && { name }),
      ...(limit !== '' && { max_credits_per_run: Number(limit) }),
    });
  };
  return (
    <form className="key-form" onSubmit={submit}>
      <h2 id="watch-title">Watch this search</h2>
      <p>{searchText(search)}</p>
      {draft.shape !== undefined && (
        <p className="hint">
          The watch covers the box around your shape and reports changes in all of it.
        </p>
      )}
      <SettingsFields settings={settings} isValid={isValid} onChange={setSettings} />
      <Price {...{ search, interval, apiKey }} />
      {error !== null && <ErrorBox error={error} />}
      <div className="actions">
        <button type="submit" className="primary" aria-disabled={creating}>
          Watch
        </button>
        <button type="button" className="quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly settings: Settings;
  readonly isValid: boolean;
  onChange(settings: Settings): void;
}

function SettingsFields({ settings, isValid, onChange }: FieldsProps) {
  const { name, interval, limit } = settings;
  const change = (some: Partial<Settings>) => onChange({ ...settings, ...some });
  return (
    <>
      <Field id="watch-name" label="Name" hint="A display name; defaults to the search.">
        {(described) => (
          <input
            {...described}
            value={name}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <IntervalField interval={interval} onChange={change} />
      <Field
        id="watch-limit"
        label="Maximum credits per run"
        hint="A run that would cost more ends and pauses the watch. No limit if empty."
        problem={isValid ? undefined : 'Must be a whole number.'}
      >
        {(described) => (
          <input
            {...described}
            inputMode="numeric"
            value={limit}
            autoComplete="off"
            onChange={({ target }) => change({ limit: target.value })}
          />
        )}
      </Field>
    </>
  );
}

interface IntervalProps {
  readonly interval: number;
  onChange(change: Pick<Settings, 'interval'>): void;
}

const IntervalField = ({ interval, onChange }: IntervalProps) => (
  <Field id="watch-interval" label="Runs">
    {(described) => (
      <select
        {...described}
        value={interval}
        onChange={({ target }) => onChange({ interval: Number(target.value) })}
      >
        {INTERVALS.map(([seconds, label]) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Field>
);

type Search = Pick<WatchInput, 'route' | 'query'>;

/** The inputs of the form are untyped texts, which the service reads. */
const searchOf = (draft: Draft): Search =>
  ({
    route: draft.routeId,
    query: Object.fromEntries(queryOf(draft).filter(([name]) => name !== 'sort')),
  }) as unknown as Search;

/** A watch with an interval; the parts of a union are put together at run time. */
const inputOf = (search: Search, interval_s: number): WatchInput =>
  ({ ...search, interval_s }) as WatchInput;

interface PriceProps {
  readonly search: Search;
  readonly interval: number;
  readonly apiKey: string;
}

/** What the watch would cost; nothing is stored and nothing is charged for it. */
function Price({ search, interval, apiKey }: PriceProps) {
  const load = useCallback(
    (client: Rowhouse, signal: AbortSignal) =>
      client.watches.estimate(inputOf(search, interval), { signal }),
    [search, interval],
  );
  const { value, error } = useResource(load, apiKey);
  if (error !== null) return <ErrorBox error={error} />;
  return (
    <p className="price" aria-live="polite">
      {value === null ? 'Loading the price…' : priceText(value.estimate)}
    </p>
  );
}

/** Creates the watch and opens its page. The same input sent again makes the same watch. */
function useCreate(apiKey: string, onClose: () => void) {
  const [creating, setCreating] = useState(false);
  const [error, setError] = useState<RowhouseError | null>(null);
  const sent = useRef({ text: '', key: '' });
  const create = (input: object) => {
    const text = JSON.stringify(input);
    if (sent.current.text !== text) sent.current = { text, key: newKey() };
    setCreating(true);
    setError(null);
    const options = { idempotencyKey: sent.current.key };
    const creation = async () => connect(apiKey).watches.create(input as WatchInput, options);
    creation().then(
      ({ watch_id }) => {
        onClose();
        location.hash = `#/watches/${watch_id}`;
      },
      (cause: unknown) => {
        setCreating(false);
        setError(toError(cause));
      },
    );
  };
  return { create, creating, error };
}

/** Watches the search of the form: a name, an interval, and the price before anything is stored. */
import { type FormEvent, useMemo, useState } from 'react';
import type { WatchInput } from '#client/index.js';
import { DAY_S } from '#contract/durations.js';
import { plainAmount } from '../search/amounts.js';
import { type Draft, queryOf } from '../search/draft.js';
import { SelectField, TextField } from '../search/field.js';
import { useAction, useIdempotencyKey, useRead } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { openLink } from '../shell/link.js';
import { Modal } from '../shell/popup.js';
import { INTERVALS, priceText, searchText } from './labels.js';

interface Props {
  /** The search to watch; null while the dialog is closed. */
  readonly draft: Draft | null;
  onClose(): void;
}

export const WatchDialog = ({ draft, onClose }: Props) => (
  <Modal open={draft !== null} onClose={onClose} labelledBy="watch-title">
    {draft !== null && <WatchForm {...{ draft, onClose }} />}
  </Modal>
);

interface FormProps {
  readonly draft: Draft;
  onClose(): void;
}

/** What is set in the dialog; the limit as it was typed. */
interface Settings {
  readonly name: string;
  readonly interval: number;
  readonly limit: string;
}

function WatchForm({ draft, onClose }: FormProps) {
  const search = useMemo(() => searchOf(draft), [draft]);
  const [settings, setSettings] = useState<Settings>({ name: '', interval: DAY_S, limit: '' });
  const { act, busy, error } = useAction();
  const keyOf = useIdempotencyKey();
  const { name, interval } = settings;
  const limit = plainAmount(settings.limit.trim());
  const isValid = limit === '' || /^[1-9]\d{0,8}$/.test(limit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    const input = {
      ...inputOf(search, interval),
      ...(name !== '' && { name }),
      ...(limit !== '' && { max_credits_per_run: Number(limit) }),
    };
    // Sent again, the same input makes the same watch.
    const options = { idempotencyKey: keyOf(input) };
    act(
      (client) => client.watches.create(input, options),
      ({ watch_id }) => {
        onClose();
        openLink(`#/watches/${watch_id}`);
      },
    );
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
      <Price {...{ search, interval }} />
      {error !== null && <ErrorBox error={error} />}
      <div className="actions">
        <button type="submit" className="primary" aria-disabled={busy}>
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
      <TextField
        id="watch-name"
        label="Name"
        hint="A display name; defaults to the search."
        maxLength={200}
        value={name}
        onText={(text) => change({ name: text })}
      />
      <SelectField
        id="watch-interval"
        label="Runs"
        value={`${interval}`}
        options={INTERVALS.map(([seconds, label]) => [`${seconds}`, label])}
        onPick={(seconds) => change({ interval: Number(seconds) })}
      />
      <TextField
        id="watch-limit"
        label="Maximum credits per run"
        hint="A run that would cost more ends and pauses the watch. No limit if empty."
        problem={isValid ? undefined : 'Must be a whole number above 0.'}
        inputMode="numeric"
        value={limit}
        onText={(text) => change({ limit: text })}
      />
    </>
  );
}

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
}

/** What the watch would cost; nothing is stored and nothing is charged for it. */
function Price({ search, interval }: PriceProps) {
  const input = inputOf(search, interval);
  const { data, error } = useRead(['estimate', JSON.stringify(input)], (client, signal) =>
    client.watches.estimate(input, { signal }),
  );
  if (error !== null) return <ErrorBox error={error} />;
  return (
    <p className="price" aria-live="polite">
      {data === undefined ? 'Loading the price…' : priceText(data.estimate)}
    </p>
  );
}

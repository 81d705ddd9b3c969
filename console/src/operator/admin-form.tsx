/** A form of a few settings, behind a button, whose answer may hold a key that is shown once. */
import { type FormEvent, useId, useState } from 'react';
import { useFocusOf } from '../pages/confirm.js';
import { TextField } from '../search/field.js';
import { atEscape } from '../shell/at-escape.js';
import { SecretBox } from '../webhooks/secret-box.js';
import type { AdminCall, AdminError } from './call-admin.js';
import { Title } from './freshness.js';
import { Outcome } from './outcome.js';
import { useAdminAction } from './query.js';

export interface FormField {
  /** As the listener names it. */
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'date';
  readonly required?: true;
  readonly hint?: string;
}

interface Props {
  /** The button that opens the form, and its heading. */
  readonly title: string;
  readonly fields: readonly FormField[];
  /** The button that sends it. */
  readonly submit: string;
  /** What is said when it is done. */
  readonly done: string;
  callOf(values: Readonly<Record<string, string | number>>): AdminCall;
}

/** What the listener answers where a key was made. */
interface Issued {
  readonly api_key?: string;
  readonly key?: { readonly api_key: string };
}

const KEY_HINT = 'Send it as Authorization: Bearer KEY. Nobody can read it again.';

export function AdminForm({ title, fields, submit, done, callOf }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { opener } = useFocusOf(isOpen);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [secret, setSecret] = useState<string | null>(null);
  const { act, busy, said, error } = useAdminAction();
  const send = (event: FormEvent) => {
    event.preventDefault();
    act(callOf(typed(fields, values)), done, (answer) => {
      const { api_key, key } = answer as Issued;
      setSecret(api_key ?? key?.api_key ?? null);
      setValues({});
      setOpen(false);
    });
  };
  return (
    <>
      <div className="actions">
        <button type="button" ref={opener} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {title}
        </button>
        <Outcome of={{ busy, said, error: null }} />
      </div>
      {secret !== null && (
        <SecretBox
          secret={secret}
          hint={KEY_HINT}
          onDone={() => {
            setSecret(null);
            opener.current?.focus();
          }}
        />
      )}
      {isOpen && (
        <form
          className="source admin-form"
          aria-label={title}
          onSubmit={send}
          ref={atEscape(() => setOpen(false))}
        >
          <Title>{title}</Title>
          <Fields {...{ fields, values }} onValues={setValues} />
          {error !== null && <Problem {...{ error, fields }} />}
          <Send {...{ submit, busy }} />
        </form>
      )}
    </>
  );
}

const Problem = ({ error, fields }: Pick<Props, 'fields'> & { readonly error: AdminError }) => (
  <p className="problem" role="alert">
    {inLabels(error.message, fields)}
  </p>
);

/** aria-disabled, so that the button keeps the focus. */
const Send = ({ submit, busy }: Pick<Props, 'submit'> & { readonly busy: boolean }) => (
  <button type="submit" className="primary" aria-disabled={busy}>
    {submit}
  </button>
);

/** The listener names a field by the flag of its command, which nobody sees here. */
const inLabels = (message: string, fields: readonly FormField[]): string =>
  fields.reduce(
    (text, { name, label }) => text.replaceAll(`--${name.replaceAll('_', '-')}`, `“${label}”`),
    message,
  );

interface FieldsProps {
  readonly fields: readonly FormField[];
  readonly values: Readonly<Record<string, string>>;
  onValues(values: Readonly<Record<string, string>>): void;
}

function Fields({ fields, values, onValues }: FieldsProps) {
  const id = useId();
  return fields.map(({ name, required, ...field }) => (
    <TextField
      key={name}
      {...field}
      id={`${id}-${name}`}
      required={required === true}
      min={field.type === 'number' ? 0 : undefined}
      value={values[name] ?? ''}
      onText={(value) => onValues({ ...values, [name]: value })}
    />
  ));
}

/** Fields that were filled in, with the types that the listener takes. */
const typed = (
  fields: readonly FormField[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const value = values[name]?.trim() ?? '';
      return value === '' ? [] : [[name, type === 'number' ? Number(value) : value]];
    }),
  );

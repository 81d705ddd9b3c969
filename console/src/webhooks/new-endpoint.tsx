/** Adds an endpoint: its address, a name, and the types of events that it gets. */
import { type FormEvent, useState } from 'react';
import type { EndpointSecretAnswer, NewEndpoint } from '#client/index.js';
import { EVENT_TYPES } from '#contract/watches.js';
import {
  DEFAULT_TYPES,
  ENDPOINT_TYPES,
  MAIL_DEFAULT_TYPES,
  MAIL_SCHEME,
} from '#contract/webhooks.js';
import { TextField } from '../search/field.js';
import { useAction, useIdempotencyKey } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { isMail } from './labels.js';

interface Props {
  onMade(endpoint: EndpointSecretAnswer): void;
  onCancel(): void;
}

export function NewEndpointForm({ onMade, onCancel }: Props) {
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [chosen, setTypes] = useState<Types | null>(null);
  const address = addressIn(url);
  const types = chosen ?? (isMail(address) ? MAIL_DEFAULT_TYPES : DEFAULT_TYPES);
  const { act, busy, error } = useAction();
  const keyOf = useIdempotencyKey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (types.length === 0) return;
    const input: NewEndpoint = { url: address, types, ...(name !== '' && { name }) };
    const options = { idempotencyKey: keyOf(input) };
    act((client) => client.endpoints.create(input, options), onMade);
  };
  return (
    <form className="panel-form" onSubmit={submit} aria-label="New endpoint">
      <TextField
        id="hook-url"
        label="Address"
        hint="A URL (https, port 443 or 8443, on the public internet), or a mail address, whose owner must confirm it."
        required
        inputMode="url"
        placeholder="https://hooks.example.com/rowhouse"
        value={url}
        onText={setUrl}
      />
      <TextField
        id="hook-name"
        label="Name"
        hint="A display name; defaults to the URL."
        maxLength={200}
        value={name}
        onText={setName}
      />
      <TypesField types={types} onChange={setTypes} />
      {error !== null && <ErrorBox error={error} />}
      <div className="actions">
        <button type="submit" className="primary" aria-disabled={busy}>
          Add the endpoint
        </button>
        <button type="button" className="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** A mail address as people write it has no scheme. */
function addressIn(text: string): string {
  const address = text.trim();
  return /^[^\s:/@]+@[^\s:/@]+$/.test(address) ? MAIL_SCHEME + address : address;
}

type Types = NonNullable<NewEndpoint['types']>;

interface TypesProps {
  readonly types: Types;
  onChange(types: Types): void;
}

function TypesField({ types, onChange }: TypesProps) {
  const toggle = (type: Types[number], on: boolean) =>
    onChange(ENDPOINT_TYPES.filter((one) => (one === type ? on : types.includes(one))));
  return (
    <fieldset className="types">
      <legend>Events to send</legend>
      {ENDPOINT_TYPES.map((type) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={types.includes(type)}
            onChange={({ target }) => toggle(type, target.checked)}
          />
          <code>{type}</code>
          <span className="hint">{EVENT_TYPES[type]}</span>
        </label>
      ))}
      {types.length === 0 && (
        <p className="problem" role="alert">
          Select at least one.
        </p>
      )}
    </fieldset>
  );
}

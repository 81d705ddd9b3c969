/** One endpoint: its state, what can be done with it, and its deliveries. */
import { useCallback, useEffect, useState } from 'react';
import type { EndpointSecretAnswer, Rowhouse } from '#client/index.js';
import { Confirm } from '../pages/confirm.js';
import { useAction } from '../pages/use-action.js';
import { useResource } from '../pages/use-resource.js';
import { ErrorBox } from '../shell/error-box.js';
import { counted, moment } from '../text/format.js';
import { DeliveryTable } from './delivery-table.js';
import { attemptText, badgeOf, reasonText, responseText, titleOf, typesText } from './labels.js';
import { type Endpoint, type EndpointDetails, lastSeqBefore, loadEndpoint } from './load.js';
import { ReplayForm } from './replay-form.js';
import { SecretBox } from './secret-box.js';
import { useFollow } from './use-follow.js';

interface Props {
  readonly apiKey: string;
  readonly endpointId: string;
  onKey(): void;
  /** An endpoint was enabled, disabled or deleted: the account has changed. */
  onChange(): void;
}

export function EndpointView({ apiKey, endpointId, onKey, onChange }: Props) {
  const load = useCallback(
    (client: Rowhouse, signal: AbortSignal) => loadEndpoint(client, endpointId, signal),
    [endpointId],
  );
  const { value, error, refresh } = useResource(load, apiKey);
  const follow = useFollow(refresh);
  const state = value?.endpoint.state;
  useEffect(() => {
    if (state !== undefined) onChange();
  }, [state, onChange]);
  return (
    <div className="page">
      <p>
        <a href="#/webhooks">All endpoints</a>
      </p>
      {error !== null && <ErrorBox error={error} onRetry={refresh} onKey={onKey} />}
      {value === null && error === null && <p role="status">Loading the endpoint…</p>}
      {value !== null && (
        <>
          <EndpointHead endpoint={value.endpoint} />
          <Actions {...value} {...{ apiKey, refresh, follow, onChange }} />
        </>
      )}
    </div>
  );
}

function EndpointHead({ endpoint }: { readonly endpoint: Endpoint }) {
  const { name, url, last_attempt, next_seq, failing_since, held_until } = endpoint;
  const reason = reasonText(endpoint);
  const facts: readonly (readonly [string, string | null])[] = [
    ['Last attempt', attemptText(last_attempt)],
    ['Response', responseText(endpoint)],
    ['Next event', `No. ${next_seq}`],
    ['Failing since', failing_since && moment(failing_since)],
    ['Nothing is sent until', held_until && moment(held_until)],
    ['Old secret signs until', endpoint.old_secret_ends_at && moment(endpoint.old_secret_ends_at)],
  ];
  return (
    <>
      <div className="source-head">
        <h1>{titleOf(endpoint)}</h1>
        <span className={badgeOf(endpoint)}>
          {reason === null ? endpoint.state : `${endpoint.state}: ${reason}`}
        </span>
      </div>
      {name !== '' && <p className="lead address">{url}</p>}
      <dl className="figures wide">
        {facts.map(
          ([title, text]) =>
            text !== null && (
              <div className="figure" key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="hint">It gets {typesText(endpoint)}.</p>
    </>
  );
}

interface ActionsProps extends Pick<Props, 'apiKey' | 'onChange'>, EndpointDetails {
  refresh(): void;
  /** Something is being sent: the page is loaded again for a while. */
  follow(): void;
}

/** What can be done with the endpoint, and what is sent again. */
function Actions({ endpoint, deliveries, apiKey, refresh, follow, onChange }: ActionsProps) {
  const { endpoint_id: id } = endpoint;
  const { act, busy, error } = useAction(apiKey, refresh);
  const [secret, setSecret] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const sent = (text: string) => {
    setMessage(text);
    follow();
  };
  const sendAgain = (seq: number) =>
    act(
      (client) => client.events.redeliver(seq),
      ({ deliveries: due }) =>
        sent(
          due.length === 0
            ? `Nothing to send: no enabled endpoint for the type of event ${seq} is past it.`
            : `Event ${seq} is sent again to ${counted(due.length, 'endpoint')}.`,
        ),
    );
  const replay = (since: Date) =>
    act(
      async (client) => client.endpoints.replay(id, await lastSeqBefore(client, since)),
      ({ next_seq }) =>
        sent(
          `It receives the events from number ${next_seq} on${endpoint.state === 'enabled' ? '' : ', once it is enabled'}.`,
        ),
    );
  return (
    <>
      <div className="actions" aria-busy={busy}>
        <Buttons {...{ endpoint, act, sent, refresh, onChange }} onSecret={setSecret} />
      </div>
      <p role="status" className="said">
        {message}
      </p>
      {error !== null && <ErrorBox error={error} />}
      {secret !== null && (
        <SecretBox
          secret={secret}
          hint="The old one also signs for 24 hours: replace it within that time."
          onDone={() => setSecret(null)}
        />
      )}
      <DeliveryTable deliveries={deliveries} onSendAgain={sendAgain} />
      <ReplayForm onReplay={replay} onSendAgain={sendAgain} />
    </>
  );
}

/** To a disabled endpoint nothing is sent yet. */
const laterOf = ({ state }: Endpoint): string =>
  state === 'enabled' ? '' : ' and is sent once the endpoint is enabled';

interface ButtonsProps extends Pick<ActionsProps, 'endpoint' | 'refresh' | 'onChange'> {
  readonly act: ReturnType<typeof useAction>['act'];
  sent(message: string): void;
  onSecret(secret: string): void;
}

function Buttons({ endpoint, act, sent, refresh, onChange, onSecret }: ButtonsProps) {
  const { endpoint_id: id } = endpoint;
  const test = (client: Rowhouse) => client.endpoints.test(id);
  const rotated = ({ secret }: EndpointSecretAnswer) => {
    onSecret(secret);
    refresh();
  };
  const removed = () => {
    onChange();
    location.hash = '#/webhooks';
  };
  return (
    <>
      <button
        type="button"
        onClick={() =>
          act(test, ({ seq }) => sent(`Event ${seq}, a test, was written${laterOf(endpoint)}.`))
        }
      >
        Send a test event
      </button>
      <Toggle
        endpoint={endpoint}
        onEnable={() => act((client) => client.endpoints.enable(id))}
        onDisable={() => act((client) => client.endpoints.disable(id))}
      />
      <Confirm
        label="Rotate the secret"
        yes="Create a new secret"
        no="Keep the secret"
        hint="The old one also signs for 24 hours."
        onYes={() => act((client) => client.endpoints.rotate(id), rotated)}
      />
      <Confirm
        label="Delete"
        yes="Delete this endpoint"
        no="Keep it"
        hint="The events remain in the log."
        onYes={() => act((client) => client.endpoints.remove(id), removed)}
      />
    </>
  );
}

interface ToggleProps {
  readonly endpoint: Endpoint;
  onEnable(): void;
  onDisable(): void;
}

const Toggle = ({ endpoint, onEnable, onDisable }: ToggleProps) =>
  endpoint.state === 'enabled' ? (
    <Confirm
      label="Disable"
      yes="Disable this endpoint"
      no="Keep it enabled"
      hint="Nothing is sent until it is enabled; then it receives the events written meanwhile."
      onYes={onDisable}
    />
  ) : (
    <button type="button" className="primary" onClick={onEnable}>
      Enable
    </button>
  );

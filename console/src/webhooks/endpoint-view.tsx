/** One endpoint: its state, what can be done with it, and its deliveries. */
import { useEffect, useState } from 'react';
import type { EndpointSecretAnswer, Rowhouse } from '#client/index.js';
import { Confirm } from '../pages/confirm.js';
import { Facts } from '../pages/facts.js';
import { Loaded } from '../pages/loaded.js';
import { forget, refresh, refreshAccount, useAction, useRead } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { openLink } from '../shell/link.js';
import { ONE_PRESS } from '../shell/one-press.js';
import { counted, moment } from '../text/format.js';
import { DeliveryTable } from './delivery-table.js';
import {
  attemptText,
  badgeOf,
  reasonText,
  responseText,
  stateText,
  titleOf,
  typesText,
} from './labels.js';
import { type Endpoint, type EndpointDetails, lastSeqBefore, loadEndpoint } from './load.js';
import { ReplayForm } from './replay-form.js';
import { SecretBox } from './secret-box.js';

const LOOK_MS = 2_000;
/** A delivery takes 15 seconds at most. */
const FOLLOWED_MS = 16_000;

export function EndpointView({ endpointId }: { readonly endpointId: string }) {
  const [followedUntil, setFollowedUntil] = useState(0);
  const query = useRead(
    ['endpoint', endpointId],
    (client, signal) => loadEndpoint(client, endpointId, signal),
    { refetchInterval: () => Date.now() < followedUntil && LOOK_MS },
  );
  const state = query.data?.endpoint.state;
  useEffect(() => {
    if (state !== undefined) refreshAccount();
  }, [state]);
  const follow = () => {
    setFollowedUntil(Date.now() + FOLLOWED_MS);
    refresh();
  };
  return (
    <div className="page">
      <p>
        <a href="#/webhooks">All endpoints</a>
      </p>
      <Loaded query={query} what="the endpoint">
        {(details) => (
          <>
            <EndpointHead endpoint={details.endpoint} />
            <Actions {...details} follow={follow} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function EndpointHead({ endpoint }: { readonly endpoint: Endpoint }) {
  const { name, url, last_attempt, next_seq, failing_since, held_until, old_secret_ends_at } =
    endpoint;
  const reason = reasonText(endpoint);
  return (
    <>
      <div className="source-head">
        <h1>{titleOf(endpoint)}</h1>
        <span className={badgeOf(endpoint)}>
          {reason === null ? stateText(endpoint) : `${endpoint.state}: ${reason}`}
        </span>
      </div>
      {name !== '' && <p className="lead address">{url}</p>}
      <Facts
        facts={[
          ['Last attempt', attemptText(last_attempt)],
          ['Response', responseText(endpoint)],
          ['Next event', `No. ${next_seq}`],
          ['Failing since', failing_since && moment(failing_since)],
          ['Nothing is sent until', held_until && moment(held_until)],
          ['Old secret signs until', old_secret_ends_at && moment(old_secret_ends_at)],
        ]}
      />
      <p className="hint">It gets {typesText(endpoint)}.</p>
    </>
  );
}

interface ActionsProps extends EndpointDetails {
  /** Something is being sent: the page is loaded again for a while. */
  follow(): void;
}

/** What can be done with the endpoint, and what is sent again. */
function Actions({ endpoint, deliveries, follow }: ActionsProps) {
  const { endpoint_id: id } = endpoint;
  const { act, busy, error } = useAction();
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
        <Buttons {...{ endpoint, act, sent }} onSecret={setSecret} />
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

interface ButtonsProps extends Pick<ActionsProps, 'endpoint'> {
  readonly act: ReturnType<typeof useAction>['act'];
  sent(message: string): void;
  onSecret(secret: string): void;
}

function Buttons({ endpoint, act, sent, onSecret }: ButtonsProps) {
  const { endpoint_id: id } = endpoint;
  const test = (client: Rowhouse) => client.endpoints.test(id);
  const rotated = ({ secret }: EndpointSecretAnswer) => {
    onSecret(secret);
    refresh();
  };
  const removed = () => {
    forget('endpoint', id);
    refreshAccount();
    openLink('#/webhooks');
  };
  return (
    <>
      <button
        {...ONE_PRESS}
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

/** Only the owner of a mail address can enable it. */
const needsConsent = ({ disabled_reason }: Endpoint): boolean =>
  disabled_reason === 'unconfirmed' || disabled_reason === 'unsubscribed';

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
    <button {...ONE_PRESS} type="button" className="primary" onClick={onEnable}>
      {needsConsent(endpoint) ? 'Send another mail to confirm' : 'Enable'}
    </button>
  );

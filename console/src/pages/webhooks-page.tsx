/** The webhook endpoints of the account, or one of them. */
import { useState } from 'react';
import type { EndpointSecretAnswer } from '#client/index.js';
import { ErrorBox } from '../shell/error-box.js';
import type { Link } from '../shell/link.js';
import { EndpointView } from '../webhooks/endpoint-view.js';
import {
  attemptText,
  badgeOf,
  reasonText,
  responseText,
  titleOf,
  typesText,
} from '../webhooks/labels.js';
import { type Endpoint, loadEndpoints } from '../webhooks/load.js';
import { NewEndpointForm } from '../webhooks/new-endpoint.js';
import { SecretBox } from '../webhooks/secret-box.js';
import { useResource } from './use-resource.js';

interface Props {
  readonly apiKey: string;
  readonly link: Link;
  onKey(): void;
  /** The number of endpoints that are enabled has changed. */
  onChange(): void;
}

export function WebhooksPage({ apiKey, link, onKey, onChange }: Props) {
  const { itemId } = link;
  if (itemId === null) return <EndpointList {...{ apiKey, onKey, onChange }} />;
  return <EndpointView key={itemId} endpointId={itemId} {...{ apiKey, onKey, onChange }} />;
}

function EndpointList({ apiKey, onKey, onChange }: Omit<Props, 'link'>) {
  const { value, error, refresh } = useResource(loadEndpoints, apiKey);
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<EndpointSecretAnswer | null>(null);
  const add = (endpoint: EndpointSecretAnswer) => {
    setAdding(false);
    setMade(endpoint);
    refresh();
    onChange();
  };
  return (
    <div className="page">
      <div className="page-head">
        <h1>Webhooks</h1>
        <div className="actions">
          {!adding && (
            <button type="button" className="primary" onClick={() => setAdding(true)}>
              Add an endpoint
            </button>
          )}
          <button type="button" onClick={refresh}>
            Refresh
          </button>
        </div>
      </div>
      <p className="lead">
        An endpoint is a URL of yours that receives events: changes found by{' '}
        <a href="#/watches">watches</a>, and finished jobs. Free.
      </p>
      {error !== null && <ErrorBox error={error} onRetry={refresh} onKey={onKey} />}
      {made !== null && (
        <SecretBox
          secret={made.secret}
          hint="Your server uses it to verify requests from this service."
          onDone={() => setMade(null)}
        />
      )}
      {adding && <NewEndpointForm {...{ apiKey }} onMade={add} onCancel={() => setAdding(false)} />}
      {value === null && error === null && <p role="status">Loading the endpoints…</p>}
      {value?.length === 0 && !adding && <NoEndpoints />}
      {value !== null && value.length > 0 && <EndpointTable endpoints={value} />}
    </div>
  );
}

const NoEndpoints = () => (
  <section className="empty">
    <h2>No endpoints</h2>
    <p>Without one, read the event log: the page of each watch shows it.</p>
  </section>
);

const EndpointTable = ({ endpoints }: { readonly endpoints: readonly Endpoint[] }) => (
  <div className="scroll">
    <table className="plain endpoints">
      <caption className="sr-only">Endpoints, oldest first</caption>
      <thead>
        <tr>
          <th scope="col">Endpoint</th>
          <th scope="col">State</th>
          <th scope="col">Last attempt</th>
          <th scope="col">Response</th>
          <th scope="col">Events</th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.endpoint_id} endpoint={endpoint} />
        ))}
      </tbody>
    </table>
  </div>
);

function EndpointRow({ endpoint }: { readonly endpoint: Endpoint }) {
  const reason = reasonText(endpoint);
  return (
    <tr>
      <td>
        <a className="address" href={`#/webhooks/${endpoint.endpoint_id}`}>
          {titleOf(endpoint)}
        </a>
        {endpoint.name !== '' && <p className="hint address">{endpoint.url}</p>}
      </td>
      <td>
        <span className={badgeOf(endpoint)}>{endpoint.state}</span>
        {reason !== null && <p className="hint">{reason}</p>}
      </td>
      <td>{attemptText(endpoint.last_attempt)}</td>
      <td>{responseText(endpoint)}</td>
      <td className="hint">{typesText(endpoint)}</td>
    </tr>
  );
}

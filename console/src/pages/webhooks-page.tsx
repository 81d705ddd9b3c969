/** The webhook endpoints of the account, or one of them. */
import { useState } from 'react';
import type { EndpointSecretAnswer } from '#client/index.js';
import { refresh, useRead } from '../service/query.js';
import type { Link } from '../shell/link.js';
import { EndpointView } from '../webhooks/endpoint-view.js';
import {
  attemptText,
  badgeOf,
  confirmationText,
  isMail,
  reasonText,
  responseText,
  stateText,
  titleOf,
  typesText,
} from '../webhooks/labels.js';
import type { Endpoint } from '../webhooks/load.js';
import { NewEndpointForm } from '../webhooks/new-endpoint.js';
import { SecretBox } from '../webhooks/secret-box.js';
import { Empty, Loaded, PageHead } from './loaded.js';
import { Table } from './table.js';

export const WebhooksPage = ({ link: { itemId } }: { readonly link: Link }) =>
  itemId === null ? <EndpointList /> : <EndpointView key={itemId} endpointId={itemId} />;

function EndpointList() {
  const endpoints = useRead(['endpoints'], (client, signal) => client.endpoints.list({ signal }));
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<EndpointSecretAnswer | null>(null);
  const add = (endpoint: EndpointSecretAnswer) => {
    setAdding(false);
    setMade(endpoint);
    refresh();
  };
  return (
    <div className="page">
      <PageHead title="Webhooks" query={endpoints}>
        {!adding && (
          <button type="button" className="primary" onClick={() => setAdding(true)}>
            Add an endpoint
          </button>
        )}
      </PageHead>
      <p className="lead">
        An endpoint is a URL or a mail address that receives events: changes found by{' '}
        <a href="#/watches">watches</a>, and finished jobs. Free.
      </p>
      {made !== null && isMail(made.url) && (
        <p role="status" className="lead">
          {confirmationText(made)}
        </p>
      )}
      {made !== null && !isMail(made.url) && (
        <SecretBox
          secret={made.secret}
          hint="Your server uses it to verify requests from this service."
          onDone={() => setMade(null)}
        />
      )}
      {adding && <NewEndpointForm onMade={add} onCancel={() => setAdding(false)} />}
      <Loaded query={endpoints} what="the endpoints">
        {({ endpoints: all }) =>
          all.length > 0 ? <EndpointTable endpoints={all} /> : !adding && <NoEndpoints />
        }
      </Loaded>
    </div>
  );
}

const NoEndpoints = () => (
  <Empty title="No endpoints">
    <p>Without one, read the event log: the page of each watch shows it.</p>
  </Empty>
);

const EndpointTable = ({ endpoints }: { readonly endpoints: readonly Endpoint[] }) => (
  <Table
    caption="Endpoints, oldest first"
    name="endpoints"
    rows={endpoints}
    keyOf={({ endpoint_id }) => endpoint_id}
    columns={[
      ['Endpoint', EndpointName],
      ['State', EndpointState],
      ['Last attempt', ({ last_attempt }) => attemptText(last_attempt)],
      ['Response', responseText],
      ['Events', typesText, 'hint'],
    ]}
  />
);

const EndpointName = (endpoint: Endpoint) => (
  <>
    <a className="address" href={`#/webhooks/${endpoint.endpoint_id}`}>
      {titleOf(endpoint)}
    </a>
    {endpoint.name !== '' && <p className="hint address">{endpoint.url}</p>}
  </>
);

function EndpointState(endpoint: Endpoint) {
  const reason = reasonText(endpoint);
  return (
    <>
      <span className={badgeOf(endpoint)}>{stateText(endpoint)}</span>
      {reason !== null && <p className="hint">{reason}</p>}
    </>
  );
}

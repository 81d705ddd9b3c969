/** What the endpoint did not take at the first attempt, and what was sent again. */
import { useState } from 'react';
import type { DeliveryBody } from '#client/index.js';
import { DELIVERY_STATUSES } from '#contract/webhooks.js';
import { count, moment } from '../text/format.js';
import { responseText } from './labels.js';
import type { EndpointDetails } from './load.js';

interface Props extends Pick<EndpointDetails, 'deliveries'> {
  onSendAgain(seq: number): void;
}

type Status = 'all' | (typeof DELIVERY_STATUSES)[number];

export function DeliveryTable({ deliveries, onSendAgain }: Props) {
  const [status, setStatus] = useState<Status>('all');
  const shown = deliveries.filter((one) => status === 'all' || one.status === status);
  return (
    <>
      <div className="page-head">
        <h2>Deliveries</h2>
        <label className="inline">
          Status
          <select value={status} onChange={({ target }) => setStatus(target.value as Status)}>
            {(['all', ...DELIVERY_STATUSES] as const).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </div>
      <p className="hint">The newest 100 events that were not delivered at the first attempt.</p>
      {shown.length === 0 ? <p>None.</p> : <Table deliveries={shown} {...{ onSendAgain }} />}
    </>
  );
}

const Table = ({ deliveries, onSendAgain }: Props) => (
  <div className="scroll">
    <table className="plain deliveries">
      <caption className="sr-only">Deliveries, newest event first</caption>
      <thead>
        <tr>
          <th scope="col" className="numeric">
            No.
          </th>
          <th scope="col">Event</th>
          <th scope="col">Status</th>
          <th scope="col" className="numeric">
            Attempts
          </th>
          <th scope="col">Response</th>
          <th scope="col">Last attempt</th>
          <th scope="col">Next attempt</th>
          <th scope="col">
            <span className="sr-only">Send again</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Row key={delivery.seq} {...{ delivery, onSendAgain }} />
        ))}
      </tbody>
    </table>
  </div>
);

interface RowProps extends Pick<Props, 'onSendAgain'> {
  readonly delivery: DeliveryBody;
}

const Row = ({ delivery, onSendAgain }: RowProps) => (
  <tr>
    <td className="numeric">{delivery.seq}</td>
    <td>{delivery.type ?? 'expired'}</td>
    <td>
      <span className={BADGES[delivery.status] ?? 'badge'}>{delivery.status}</span>
    </td>
    <td className="numeric">{count(delivery.attempts)}</td>
    <td>{responseText(delivery)}</td>
    <td>{delivery.last_attempt === null ? '–' : moment(delivery.last_attempt.at)}</td>
    <td>{delivery.next_at === null ? '–' : moment(delivery.next_at)}</td>
    <td>
      {delivery.type !== null && (
        <button
          type="button"
          aria-label={`Send again: event ${delivery.seq}`}
          onClick={() => onSendAgain(delivery.seq)}
        >
          Send again
        </button>
      )}
    </td>
  </tr>
);

const BADGES: Readonly<Record<string, string>> = {
  delivered: 'badge good',
  failed: 'badge bad',
};

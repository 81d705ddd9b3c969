/** What the endpoint did not take at the first attempt, and what was sent again. */
import { useState } from 'react';
import { DELIVERY_STATUSES } from '#contract/webhooks.js';
import { Table } from '../pages/table.js';
import { ONE_PRESS } from '../shell/one-press.js';
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
      <Table
        caption="Deliveries, newest event first"
        name="deliveries"
        rows={shown}
        keyOf={({ seq }) => String(seq)}
        columns={[
          ['No.', ({ seq }) => seq, 'numeric'],
          ['Event', ({ type }) => type ?? 'expired'],
          ['Status', ({ status: now }) => <span className={BADGES[now] ?? 'badge'}>{now}</span>],
          ['Attempts', ({ attempts }) => count(attempts), 'numeric'],
          ['Response', responseText],
          ['Last attempt', ({ last_attempt: last }) => (last === null ? '–' : moment(last.at))],
          ['Next attempt', ({ next_at }) => (next_at === null ? '–' : moment(next_at))],
          [
            'Again',
            ({ seq, type }) =>
              type !== null && (
                <button
                  {...ONE_PRESS}
                  type="button"
                  aria-label={`Send again: event ${seq}`}
                  onClick={() => onSendAgain(seq)}
                >
                  Send again
                </button>
              ),
          ],
        ]}
      />
    </>
  );
}

const BADGES: Readonly<Record<string, string>> = {
  delivered: 'badge good',
  failed: 'badge bad',
};

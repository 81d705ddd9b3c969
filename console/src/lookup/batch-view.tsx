/** One batch: how far it is, a line for each home in order, and what can be done with it. */
import { useEffect, useState } from 'react';
import type { BatchHomesAnswer } from '#client/index.js';
import { BATCH_PAGE_ROWS, type HomeOutcome, RETRIED } from '#contract/lookups.js';
import { Confirm } from '../pages/confirm.js';
import { Facts } from '../pages/facts.js';
import { Loaded, staleName } from '../pages/loaded.js';
import { save } from '../results/save.js';
import { forget, refresh, refreshAccount, useAction, useRead } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { Icon } from '../shell/icons.js';
import { openLink } from '../shell/link.js';
import { ONE_PRESS } from '../shell/one-press.js';
import { count, counted, moment } from '../text/format.js';
import { sourceLabel } from '../text/labels.js';
import { BatchHomes } from './batch-homes.js';
import { type Batch, outcomesText, progressText } from './batch-words.js';
import { NEW_BATCH } from './link.js';

/** Two calls a look: a key has a limit of calls per minute. */
const LOOK_MS = 3_000;

interface Looked {
  readonly batch: Batch;
  readonly homes: BatchHomesAnswer['homes'];
}

export function BatchView({ batchId }: { readonly batchId: string }) {
  const [after, setAfter] = useState(0);
  const query = useRead<Looked>(
    ['lookup', batchId, String(after)],
    async (client, signal) => {
      const batch = await client.lookups.get(batchId, { signal });
      const { homes } = await client.lookups.homes(
        batchId,
        { after, limit: BATCH_PAGE_ROWS },
        { signal },
      );
      return { batch, homes };
    },
    {
      refetchInterval: ({ state: { data } }) => data?.batch.state === 'running' && LOOK_MS,
      placeholderData: (before) => before,
    },
  );
  const credits = query.data?.batch.credits ?? 0;
  useEffect(() => {
    if (credits > 0) refreshAccount();
  }, [credits]);
  return (
    <>
      <p>
        <a href={NEW_BATCH}>Another batch, and earlier ones</a>
      </p>
      <Loaded query={query} what="the batch">
        {({ batch, homes }) => (
          <>
            <BatchHead batch={batch} />
            <Actions batch={batch} />
            <div className={staleName(query)} aria-busy={query.isPlaceholderData}>
              <BatchHomes source={batch.source} homes={homes} />
            </div>
            <Pages total={batch.total} after={after} onAfter={setAfter} />
          </>
        )}
      </Loaded>
    </>
  );
}

function BatchHead({ batch }: { readonly batch: Batch }) {
  const { source, state, total, pending, found, credits, created_at, expires_at } = batch;
  return (
    <>
      <div className="source-head">
        <h2>{`${counted(total, 'home')} at ${sourceLabel(source)}`}</h2>
        <span className={state === 'ended' ? 'badge good' : 'badge'}>{state}</span>
      </div>
      {state === 'running' && (
        <progress aria-label="Homes looked up" max={total} value={total - pending} />
      )}
      <p role="status">
        {progressText(batch)}
        {state === 'running' &&
          ' You may close this page: the batch continues, and its link shows how far it is.'}
      </p>
      <Facts
        facts={[
          ['Found', count(found), 'large'],
          ['Credits charged', count(credits)],
          ['Started', moment(created_at)],
          ['Stored until', moment(expires_at)],
        ]}
      />
      <p className="hint">{`${outcomesText(batch)}.`}</p>
    </>
  );
}

function Actions({ batch }: { readonly batch: Batch }) {
  const { batch_id: id, outcomes } = batch;
  const { act, busy, error } = useAction();
  const again = RETRIED.reduce((sum, name: HomeOutcome) => sum + (outcomes[name] ?? 0), 0);
  const download = (format: 'csv' | 'ndjson') =>
    act(
      (client) => client.lookups.file(id, format),
      (text) => void save(text, `lookups-${id.slice(0, 8)}`, format),
    );
  return (
    <>
      <div className="actions" aria-busy={busy}>
        <button type="button" onClick={() => download('csv')}>
          <Icon name="download" /> CSV
        </button>
        <button type="button" onClick={() => download('ndjson')}>
          <Icon name="download" /> NDJSON
        </button>
        {again > 0 && (
          <button
            {...ONE_PRESS}
            type="button"
            onClick={() => act((client) => client.lookups.retry(id), refresh)}
          >
            <Icon name="refresh" />{' '}
            {`Retry ${counted(again, 'home')} (at most ${counted(again, 'credit')})`}
          </button>
        )}
        <Confirm
          label="Delete"
          yes="Delete the batch"
          no="Keep it"
          hint="Homes that were found stay charged. Their rows cannot be opened from here any more."
          onYes={() =>
            act(
              (client) => client.lookups.remove(id),
              () => {
                forget('lookup', id);
                refresh();
                openLink(NEW_BATCH);
              },
            )
          }
        />
      </div>
      {error !== null && <ErrorBox error={error} />}
    </>
  );
}

interface PagesProps {
  readonly total: number;
  readonly after: number;
  onAfter(after: number): void;
}

function Pages({ total, after, onAfter }: PagesProps) {
  if (total <= BATCH_PAGE_ROWS) return null;
  const last = Math.min(after + BATCH_PAGE_ROWS, total);
  return (
    <nav className="actions" aria-label="Pages of the batch">
      <button
        type="button"
        disabled={after === 0}
        onClick={() => onAfter(Math.max(0, after - BATCH_PAGE_ROWS))}
      >
        Previous homes
      </button>
      <span>{`${count(after + 1)} to ${count(last)} of ${count(total)}`}</span>
      <button type="button" disabled={last === total} onClick={() => onAfter(last)}>
        Next homes
      </button>
    </nav>
  );
}

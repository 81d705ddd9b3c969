/** Looks one home up by its address, its page at the source, or its id; or a list of homes. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { BATCH_HOMES_MAX } from '#contract/lookups.js';
import { streetText } from '../home/home-details.js';
import { BatchForm } from '../lookup/batch-form.js';
import { BatchList } from '../lookup/batch-list.js';
import { BatchView } from '../lookup/batch-view.js';
import { FoundHome } from '../lookup/found-home.js';
import {
  type Asked,
  NEW_BATCH,
  readBatchLink,
  readLookupLink,
  writeLookupLink,
} from '../lookup/link.js';
import { isRejected, LookupError } from '../lookup/lookup-error.js';
import { LookupForm } from '../lookup/lookup-form.js';
import { type LookupHandle, useLookup } from '../lookup/use-lookup.js';
import { Progress } from '../results/progress.js';
import type { LoadedPage } from '../service/load-page.js';
import { refreshAccount } from '../service/query.js';
import { type Link, openLink } from '../shell/link.js';
import { useKey } from '../shell/session.js';
import { count } from '../text/format.js';

interface Props {
  readonly link: Link;
}

export function LookupPage(props: Props) {
  const { query } = props.link;
  const batch = readBatchLink(query);
  const first = readLookupLink(query);
  return (
    <div className="page lookup">
      <h1>Home lookup</h1>
      <nav className="segments lookup-kinds" aria-label="How many homes">
        <a href="#/home" className={batch === null ? 'on' : ''} aria-current={batch === null}>
          One home
        </a>
        <a href={NEW_BATCH} className={batch === null ? '' : 'on'} aria-current={batch !== null}>
          Many homes
        </a>
      </nav>
      {first === null ? (
        <p>No source of this service has a lookup of one home.</p>
      ) : batch === null ? (
        <>
          <p className="lead">
            One home with every field, the reason for each empty one, and its history in your
            watches.
          </p>
          <Lookup {...props} first={first.asked} />
        </>
      ) : batch === '' ? (
        <ManyHomes />
      ) : (
        <BatchView key={batch} batchId={batch} />
      )}
    </div>
  );
}

const ManyHomes = () => (
  <>
    <p className="lead">
      {`A list of up to ${count(BATCH_HOMES_MAX)} addresses becomes a line for each, in order: the home, or the reason why there is no home.`}
    </p>
    <BatchForm />
    <BatchList />
  </>
);

function Lookup({ link, first }: Props & { readonly first: Asked }) {
  const { apiKey } = useKey();
  const [asked, setAsked] = useState(first);
  const onEnd = useCallback((ended: Asked, page: LoadedPage | null) => {
    show(writeLookupLink(ended, page?.request_id ?? null));
    if (page !== null) refreshAccount();
  }, []);
  const lookup = useLookup(apiKey, onEnd);
  useLink(link, apiKey, lookup, setAsked);
  const { error } = lookup;
  const start = (wanted: Asked) => {
    setAsked(wanted);
    lookup.start(wanted);
  };
  const rejected =
    error !== null && lookup.asked !== null && isRejected(error, lookup.asked)
      ? error.message
      : null;
  return (
    <>
      <LookupForm
        {...{ asked, rejected, onAsked: setAsked, onLookup: start }}
        busy={lookup.waiting !== null}
      />
      <Outcome lookup={lookup} onLookup={start} />
    </>
  );
}

/** Puts a link in the address. It does not ask for the page again: no event follows. */
function show(link: string): void {
  if (location.hash !== link) history.pushState(null, '', link);
}

interface OutcomeProps {
  readonly lookup: LookupHandle;
  onLookup(asked: Asked): void;
}

function Outcome({ lookup, onLookup }: OutcomeProps) {
  const { waiting, stopped, page, asked: of, error, opening } = lookup;
  const row = page?.result.data[0];
  return (
    <>
      <div className="lookup-progress" aria-live="polite">
        {waiting !== null && <Progress waiting={waiting} pages={NO_PAGES} onCancel={lookup.stop} />}
        {stopped !== null && (
          <p className="stopped">
            {stopped === 'job'
              ? 'Stopped waiting. The lookup continues; it is charged only if its home is opened.'
              : 'Stopped before the service answered. The same lookup is charged at most once.'}
          </p>
        )}
        {row !== undefined && <p className="sr-only">Found: {streetText(row)}</p>}
      </div>
      {error !== null && of !== null && (
        <LookupError {...{ error, opening, onLookup }} asked={of} onOpen={followAgain} />
      )}
      {page !== null && of !== null && row !== undefined && (
        <FoundHome key={page.request_id} {...{ row, page }} opened={opening} route={of.route} />
      )}
    </>
  );
}

/** Opens the link in the address again. */
const followAgain = () => openLink(location.hash);

const NO_PAGES: readonly LoadedPage[] = [];

/** Follows the link: fills in the form, and opens the home it names. */
function useLink(
  link: Link,
  apiKey: string,
  lookup: LookupHandle,
  onAsked: (asked: Asked) => void,
): void {
  const { open, clear } = lookup;
  const fill = useEffectEvent(onAsked);
  useEffect(() => {
    const wanted = readLookupLink(link.query);
    if (wanted === null) return;
    fill(wanted.asked);
    if (wanted.requestId === null) clear();
    else open(wanted.asked, wanted.requestId);
  }, [link, apiKey, open, clear]);
}

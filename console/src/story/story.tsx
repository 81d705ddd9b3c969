/**
 * What is known of a home over all sources: who shows it, what was seen, what is reported, what
 * follows.
 */
import { type ReactNode, useState } from 'react';
import { Rowhouse, RowhouseError } from '#client/index.js';
import type { HomeBody, Member, PossibleMember } from '#contract/operations/homes.js';
import type { Row } from '#contract/rows.js';
import { PageLink } from '../home/page-link.js';
import { useRead } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { useKey } from '../shell/session.js';
import { counted, dollars, listed, moment, money, percent, streetOf } from '../text/format.js';
import { fieldTitle, sourceLabel, valueLabel } from '../text/labels.js';
import { type PriceLines, priceLinesOf, SIDE } from './price-lines.js';
import {
  day,
  eventText,
  levelText,
  periodText,
  placeName,
  possibleText,
  seenText,
  stateText,
  valueText,
} from './words.js';
import '../styles/story.css';

interface Props {
  readonly homeId: string;
  readonly row: Row;
}

export function HomeStory({ homeId, row }: Props) {
  const { data, error, refetch } = useHome(homeId);
  if (error !== null) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="hint">Loading…</p>;
  if (data === null) return <p className="hint">Nothing else is known about this home yet.</p>;
  return <Story home={data} row={row} />;
}

/** What is known of a home; null where the service knows nothing of it that the key may read. */
export function useHome(homeId: string) {
  const { apiKey } = useKey();
  return useRead(['home', homeId], (_, signal) => loadStory(homeId, apiKey, signal), {
    refetchOnMount: isOnlyObserver,
    retryOnMount: isOnlyObserver,
  });
}

/**
 * Two parts of a panel show a home, and the code of each comes when it comes: the later one shows
 * what the first one read, an error too.
 */
const isOnlyObserver = (query: { getObserversCount(): number }): boolean =>
  query.getObserversCount() <= 1;

/**
 * Longest wait for the answer: it is read from the store alone, and there is a button to try again.
 */
const ANSWER_MS_MAX = 30_000;

async function loadStory(
  homeId: string,
  apiKey: string,
  signal: AbortSignal,
): Promise<HomeBody | null> {
  const waits = { timeoutMs: ANSWER_MS_MAX, retries: 0 };
  const client = new Rowhouse({ baseUrl: location.origin, apiKey, ...waits });
  try {
    return await client.home(homeId, { signal });
  } catch (error) {
    if (error instanceof RowhouseError && error.code === 'home_not_found') return null;
    throw error;
  }
}

function Story({ home, row }: { readonly home: HomeBody; readonly row: Row }) {
  return (
    <>
      <Members members={home.members} row={row} />
      <Disagreements {...home} />
      <Observed {...home} />
      <Reported {...home} />
      <Derived {...home} />
      <Possible possible={home.possible} />
      {home.left_out > 0 && (
        <p className="hint">{counted(home.left_out, 'older entry', 'older entries')} not shown.</p>
      )}
    </>
  );
}

interface PartProps {
  readonly title: string;
  /** What the list is, in a sentence. */
  readonly about: string;
  readonly children: ReactNode;
}

const Part = ({ title, about, children }: PartProps) => (
  <div className="part">
    <h4>{title}</h4>
    <p className="hint">{about}</p>
    {children}
  </div>
);

interface MembersProps {
  readonly members: readonly Member[];
  /** The row that the list stands below; none on a page of the home. */
  readonly row?: Row;
}

export function Members({ members, row }: MembersProps) {
  const sources = [...new Set(members.map((member) => sourceLabel(member.source)))];
  const alone = members.length === 1 ? ' alone, as far as this service has searched' : '';
  return (
    <div className="part">
      <p className="hint">{`Shown by ${listed(sources)}${alone}.`}</p>
      <ul>
        {members.map((member) => (
          <li key={keyOf(member)}>
            <PageLink url={member.source_url}>{placeName(member)}</PageLink>
            {member.source === row?.source &&
              member.source_id === row.source_id &&
              ' (shown above)'}
            <span className="hint">{`${levelText(member.level)}; ${seenText(member)}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const keyOf = ({ source, kind, source_id }: Pick<Member, 'source' | 'kind' | 'source_id'>) =>
  `${source} ${kind} ${source_id}`;

export const Disagreements = ({ disagreements }: Pick<HomeBody, 'disagreements'>) =>
  disagreements.length > 0 && (
    <Part title="Where the sources disagree" about="Current values of each source.">
      <dl>
        {disagreements.map(({ field, values }) => (
          <div key={field}>
            <dt>{fieldTitle(field)}</dt>
            <dd>{listedValues(field, values)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );

/** "3 (Portal A and Portal B), 4 (Records)". */
function listedValues(field: string, values: HomeBody['disagreements'][number]['values']): string {
  const sources = new Map<string, Set<string>>();
  for (const { source, value } of values) {
    const text = valueText(field, value);
    sources.set(text, (sources.get(text) ?? new Set()).add(sourceLabel(source)));
  }
  return [...sources].map(([text, names]) => `${text} (${listed([...names])})`).join(', ');
}

/** States shown before one asks for all. */
const STATES_FIRST = 8;

function Observed({ observed }: Pick<HomeBody, 'observed'>) {
  const [all, setAll] = useState(false);
  if (observed.length === 0) return null;
  const states = observed.toReversed();
  const shown = all ? states : states.slice(0, STATES_FIRST);
  return (
    <Part
      title="Observed"
      about="Observations of this service, newest first. Nothing is known between two observations."
    >
      {priceLinesOf(observed).map((lines) => (
        <PriceChart key={lines.title} {...lines} />
      ))}
      <ol>
        {shown.map((state) => (
          <li key={`${keyOf(state)} ${state.from}`}>
            <b>{stateText(state)}</b>
            <span className="hint">{`${placeName(state)}: ${periodText(state)}`}</span>
          </li>
        ))}
      </ol>
      {shown.length < states.length && (
        <button type="button" onClick={() => setAll(true)}>
          {`Show ${counted(states.length - shown.length, 'older state')}`}
        </button>
      )}
    </Part>
  );
}

/** Prices over time, a step line for each listing; the list below has the same values in words. */
function PriceChart({ title, low, high, from, to, lines }: PriceLines) {
  const wordsOf = day(from) === day(to) ? moment : day;
  return (
    <figure className="price-chart">
      <figcaption>{title}</figcaption>
      {lines.map(({ key, label, solid, dotted }) => (
        <div key={key} className="price-line">
          <span>{label}</span>
          <svg
            viewBox={`0 0 ${SIDE} ${SIDE}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${title} on ${label} over time, in the list below`}
          >
            <path className="dotted" d={dotted} />
            <path d={solid} />
          </svg>
          <span className="scale" aria-hidden="true">
            <span>{dollars(high)}</span>
            {low < high && <span>{dollars(low)}</span>}
          </span>
        </div>
      ))}
      <p className="days" aria-hidden="true">
        <span>{wordsOf(from)}</span>
        <span>{wordsOf(to)}</span>
      </p>
    </figure>
  );
}

const Reported = ({ reported }: Pick<HomeBody, 'reported'>) =>
  reported.length > 0 && (
    <Part
      title="Reported"
      about="Events reported by the sources; this service did not observe them."
    >
      <ol>
        {reported.toReversed().map((event) => (
          <li key={`${event.source} ${event.source_id} ${event.event} ${event.date}`}>
            <b>{eventText(event)}</b>
            <span className="hint">
              {`${day(event.date)}, says ${sourceLabel(event.source)}`}
              {event.disclosure !== null && ` (price: ${valueLabel(event.disclosure)})`}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );

const Derived = ({ derived }: Pick<HomeBody, 'derived'>) =>
  derived.length > 0 && (
    <Part title="Derived" about="Computed by this service from the two lists above.">
      <ol>
        {derived.toReversed().map((sale) => (
          <li key={sale.sold_date}>
            <b>
              {`Sale to list ${percent(sale.sale_to_list_ratio)}`}{' '}
              <span className="badge">derived</span>
            </b>
            <span className="hint">
              {`Sold ${day(sale.sold_date)} for ${money(sale.sale_price)} (${sourceLabel(sale.sale_source)}); `}
              {`asked before ${money(sale.list_price)} (${sourceLabel(sale.list_source)}, seen ${day(sale.list_seen)})`}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );

export const Possible = ({ possible }: Pick<HomeBody, 'possible'>) =>
  possible.length > 0 && (
    <Part title="Possibly the same home" about="Not merged: the lists above do not include them.">
      <ul>
        {possible.map((one) => (
          <li key={keyOf(one)} className="possible">
            <PageLink url={one.source_url}>{placeName(one)}</PageLink>
            <span>{addressText(one)}</span>
            <span className="hint">{possibleText(one)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );

const addressText = ({ address }: PossibleMember): string =>
  [streetOf(address), address.zip].filter(Boolean).join(', ');

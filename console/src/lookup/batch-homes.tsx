/** The homes of a batch, a line each, in the order in which they were sent. */
import type { BatchHome } from '#client/index.js';
import { LOOKUP_ROUTES } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { placeText, streetText } from '../home/home-details.js';
import { summaryOf } from '../home/summary.js';
import { Table } from '../pages/table.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import { count } from '../text/format.js';
import { outcomeOf, reasonOf } from './batch-words.js';
import { kindOf } from './found-home.js';
import { writeLookupLink } from './link.js';
import { chosenOf } from './lookup-error.js';

interface Props {
  readonly source: string;
  readonly homes: readonly BatchHome[];
}

export const BatchHomes = ({ source, homes }: Props) => (
  <Table
    caption="Homes of the batch, in the order in which they were sent"
    name="batch-homes"
    rows={homes}
    keyOf={({ nth }) => String(nth)}
    columns={[
      ['No.', ({ nth }) => count(nth), 'numeric'],
      ['Sent', ({ value }) => value],
      ['Outcome', Outcome],
      ['Home', (home) => <Found {...{ source, home }} />],
      ['Credits', ({ credits }) => count(credits), 'numeric'],
    ]}
  />
);

const BADGES = { good: 'badge good', bad: 'badge bad', plain: 'badge' } as const;

const Outcome = ({ outcome }: BatchHome) => {
  const { short, tone } = outcomeOf(outcome);
  return <span className={BADGES[tone]}>{short}</span>;
};

interface FoundProps {
  readonly source: string;
  readonly home: BatchHome;
}

/** The home that was found, or why there is no home and what to do. */
function Found({ source, home }: FoundProps) {
  const { result, candidates } = home;
  if (result !== null) return <FoundLine {...{ source, home }} row={result as Row} />;
  const route = LOOKUP_ROUTES.find((one) => one.source === source);
  return (
    <>
      <span className="hint">{reasonOf(home)}</span>
      {candidates.length > 0 && route !== undefined && (
        <ul className="batch-candidates">
          {candidates.map(({ address, source_id, source_url }) => (
            <li key={source_id}>
              <a href={writeLookupLink(chosenOf(route, source_id, source_url), null)}>{address}</a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function FoundLine({ source, home, row }: FoundProps & { readonly row: Row }) {
  const route = LOOKUP_ROUTES.find((one) => one.source === source);
  const { price, size } = summaryOf(row, kindOf(row, route?.kinds ?? ['listings']));
  const homeId = homeIdOf(row);
  const by = route?.params.find((name) => name === home.by);
  const street = `${streetText(row)}, ${placeText(row)}`;
  return (
    <>
      {route === undefined || by === undefined || home.request_id === null ? (
        street
      ) : (
        <a href={writeLookupLink({ route, by, value: home.value }, home.request_id)}>{street}</a>
      )}
      <span className="hint">
        {[price, size].filter(Boolean).join(' · ')}
        {homeId !== null && (
          <>
            {' · '}
            <a href={`#/homes/${homeId}`}>all sources</a>
          </>
        )}
      </span>
    </>
  );
}

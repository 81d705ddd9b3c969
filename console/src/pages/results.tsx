/** The two halves of a search's answer, around the map. */
import { useMemo, useRef } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { CodePanel } from '../results/code-panel.js';
import { ColumnChooser, useColumns } from '../results/column-chooser.js';
import { Downloads } from '../results/downloads.js';
import { Pager } from '../results/pager.js';
import type { Pointing } from '../results/pointing.js';
import { Progress } from '../results/progress.js';
import { reasonsOf } from '../results/reasons.js';
import { StatusLine } from '../results/status-line.js';
import { RowTable } from '../results/table.js';
import type { Draft } from '../search/draft.js';
import { problemsOf } from '../search/draft.js';
import type { Searching } from '../search/run.js';
import { Icon } from '../shell/icons.js';
import { TroubleBox } from '../shell/trouble.js';
import { routeOr, routeTitle } from '../words/names.js';

interface HeadProps {
  readonly searching: Searching;
  onKey(): void;
  onExample(draft: Draft): void;
}

interface BodyProps {
  readonly searching: Searching;
  readonly draft: Draft;
  readonly rows: readonly Row[];
  readonly apiKey: string | null;
  readonly pointing: Pointing;
}

/** Above the map: what is under way, what went wrong, or how many rows there are. */
export function ResultsHead({ searching, onKey, onExample }: HeadProps) {
  const { tried, replacing, pages, trouble, waiting, stopped } = searching;
  const again = () => {
    if (tried === null) return;
    if (pages.length > 0 && !replacing) searching.next();
    else searching.start(tried);
  };
  const untouched = tried === null && waiting === null && trouble === null;
  return (
    <div className="head">
      <div aria-live="polite">
        {waiting !== null && <Progress waiting={waiting} onCancel={searching.cancel} />}
        {stopped && (
          <p className="stopped">
            Stopped waiting. The job goes on without you; it costs nothing unless its rows are read.
          </p>
        )}
        {replacing && waiting === null && pages.length > 0 && (
          <p className="stopped">Below are the rows of the search before.</p>
        )}
        {pages.length > 0 && (
          <div className={staleClass(searching, 'said')}>
            <Said searching={searching} />
          </div>
        )}
      </div>
      {trouble !== null && <TroubleBox trouble={trouble} search onAgain={again} onKey={onKey} />}
      {isEmpty(searching) && <Empty searching={searching} />}
      {untouched && <Welcome onExample={onExample} />}
    </div>
  );
}

/** Rows stay, dimmed, until those of the next search are here. */
export const staleClass = ({ replacing, pages }: Searching, name: string): string =>
  replacing && pages.length > 0 ? `${name} stale` : name;

/** Below the map: the rows with everything that can be done with them, and the request as code. */
export function ResultsBody(props: BodyProps) {
  const { searching, draft, rows, apiKey } = props;
  const code = searching.tried ?? (Object.keys(problemsOf(draft)).length === 0 ? draft : null);
  return (
    <>
      {rows.length > 0 && <Rows {...props} />}
      {rows.length === 0 && searching.waiting !== null && <div className="rows awaited" />}
      {code !== null && <CodePanel draft={code} apiKey={apiKey} />}
    </>
  );
}

function Said({ searching }: { readonly searching: Searching }) {
  const { asked, pages, shown, allowance } = searching;
  return <StatusLine route={routeOr(asked?.routeId ?? null)} {...{ pages, shown, allowance }} />;
}

function Rows({ searching, rows, pointing }: BodyProps) {
  const { asked, pages, shown } = searching;
  const route = routeOr(asked?.routeId ?? null);
  const { columns, visible, change } = useColumns(route);
  const page = shown === 'all' ? pages.at(-1) : pages[shown];
  const reasons = useMemo(() => {
    const notes =
      shown === 'all'
        ? pages.flatMap(({ result }) => result.field_notes)
        : page?.result.field_notes;
    return reasonsOf(notes ?? []);
  }, [pages, page, shown]);
  const ordered = useRef(rows);
  const name = fileName(route, page?.requestId ?? '', shown === 'all' ? pages.length : 1);
  return (
    <section
      className={staleClass(searching, 'rows')}
      aria-label="Rows"
      aria-busy={searching.waiting !== null}
    >
      <div className="toolbar">
        <Pager searching={searching} />
        <ColumnChooser columns={columns} visible={visible} onChange={change} />
        <Downloads
          key={name}
          rowCount={rows.length}
          {...{ route, columns, visible, ordered, name }}
        />
        {asked !== null && <Refresh onPress={() => searching.start(asked, true)} />}
      </div>
      <RowTable
        rows={rows}
        columns={columns}
        visible={visible}
        reasons={reasons}
        pointing={pointing}
        ordered={ordered}
        caption={`${routeTitle(route)}, ${rows.length} rows. Arrow keys move between cells.`}
      />
    </section>
  );
}

const Refresh = ({ onPress }: { onPress(): void }) => (
  <button
    type="button"
    className="quiet"
    title="Ask the source again, even where a fresh page is kept; 1 credit"
    onClick={onPress}
  >
    <Icon name="again" /> Read anew
  </button>
);

/** The route and the end of the page's id; of several pages the last, with their number. */
const fileName = ({ path }: SearchRoute, requestId: string, pages: number): string =>
  `${path.slice(1).replace('/', '-')}-${requestId.slice(-8)}${pages > 1 ? `-${pages}-pages` : ''}`;

const isEmpty = ({ pages, shown }: Searching): boolean =>
  shown === 'all'
    ? pages.every(({ result }) => result.count === 0) && pages.length > 0
    : pages[shown]?.result.count === 0;

function Empty({ searching: { asked, pages } }: Pick<HeadProps, 'searching'>) {
  const route = routeOr(asked?.routeId ?? null);
  const later = pages.length > 1;
  return (
    <section className="empty">
      <h2>{later ? 'No rows after the last page' : 'No rows'}</h2>
      <p>
        {later
          ? 'The last page was full and the source has nothing after it. This page cost nothing.'
          : `${routeTitle(route)} has no home here that fits. Take a larger area, or fewer filters${
              route.sold_windows.length > 0 ? ', or a longer time' : ''
            }.`}
      </p>
    </section>
  );
}

const EXAMPLES: readonly (readonly [words: string, draft: Draft])[] = [
  [
    'Homes for sale in 78704',
    { routeId: 'portal_a_listings', form: 'zip', values: { zip: '78704' } },
  ],
  [
    'Rentals in Chicago under $1,500',
    {
      routeId: 'portal_a_rentals',
      form: 'city',
      values: { city: 'Chicago', state: 'IL', max_price: '1500' },
    },
  ],
  [
    'Sold around Capitol Hill, Seattle',
    {
      routeId: 'portal_b_sold',
      form: 'circle',
      values: { lat: '47.6235', lng: '-122.3170', radius_mi: '2' },
    },
  ],
  [
    'Auctions in Maricopa County',
    {
      routeId: 'auction_listings',
      form: 'county',
      values: { county: 'Maricopa County', state: 'AZ' },
    },
  ],
  [
    'Condos in Brooklyn, lowest price first',
    {
      routeId: 'nyc_portal_listings',
      form: 'city',
      values: { city: 'Brooklyn', state: 'NY', property_type: 'condo', sort: 'price_low' },
    },
  ],
];

const Welcome = ({ onExample }: Pick<HeadProps, 'onExample'>) => (
  <section className="empty">
    <h2>Every listing source, one typed row</h2>
    <p>
      Choose what to look for and where. Rows appear here, on the map and in a table; an empty cell
      description why it is empty. Or start with one of these, for one credit:
    </p>
    <div className="actions">
      {EXAMPLES.map(([words, draft]) => (
        <button key={words} type="button" onClick={() => onExample(draft)}>
          {words}
        </button>
      ))}
    </div>
  </section>
);

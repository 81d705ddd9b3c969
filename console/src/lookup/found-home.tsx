/** The home that a lookup found, as in its panel beside the map. */
import { useMemo } from 'react';
import { type LookupRoute, SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import { HomeActions, HomeFields, placeText, streetText, useViewed } from '../home/home-details.js';
import { columnsOf, priceOf } from '../results/fields.js';
import { reasonsOf } from '../results/reasons.js';
import type { LoadedPage } from '../service/load-page.js';
import { writeLink } from '../shell/link.js';
import { SandboxChip } from '../shell/sandbox.js';
import { ago, counted, dollars, moment } from '../text/format.js';
import { KIND_TITLES } from '../text/labels.js';

interface Props {
  readonly route: LookupRoute;
  readonly page: LoadedPage;
  readonly row: Row;
  /** Whether an earlier lookup was opened. */
  readonly opened: boolean;
}

export function FoundHome({ route, page, row, opened }: Props) {
  const { result, credits, cached } = page;
  const { source } = route;
  const kind = kindOf(row, route.kinds);
  const columns = useMemo(() => columnsOf({ source, kind }), [source, kind]);
  const reasons = useMemo(() => reasonsOf(result.field_notes), [result]);
  useViewed(row);
  const price = priceOf(row, kind);
  const around = aroundLink(source, kind, row);
  return (
    <section className="home-view found-home" aria-labelledby="found-title">
      <header>
        <h2 id="found-title" tabIndex={-1}>
          {streetText(row)}
        </h2>
        <p>
          {placeText(row)}
          {price !== null && <b>{dollars(price)}</b>}
        </p>
      </header>
      <ul className="facts" aria-label="About this result">
        <li>
          {KIND_TITLES[kind]} <SandboxChip source={source} />
        </li>
        <li>{opened ? 'Opened again, no charge' : `${counted(credits, 'credit')} charged`}</li>
        <li>{cached ? 'From the cache' : 'New from source'}</li>
        <li title={moment(result.collected_at)}>
          collected {ago(result.collected_at, Date.now())}
        </li>
      </ul>
      <HomeActions row={row} />
      {around !== null && (
        <p className="hint">
          <a href={around}>Search around this home</a> fills in the search form; nothing is searched
          until you press Search.
        </p>
      )}
      <div className="home-groups">
        <HomeFields {...{ row, columns, reasons }} />
      </div>
    </section>
  );
}

/** Of the kinds in which a lookup searches, the one whose fields the row has. */
export function kindOf(row: Row, kinds: readonly Kind[]): Kind {
  const wanted = 'sold_date' in row ? 'sold' : row.status === 'for_rent' ? 'rentals' : null;
  const others = kinds.filter((kind) => kind !== 'sold' && kind !== 'rentals');
  return kinds.find((kind) => kind === wanted) ?? others[0] ?? 'listings';
}

const AROUND_MI = '1';

/** The form of a search around the home; null where its place or such a route is missing. */
function aroundLink(source: string, kind: Kind, { location }: Row): string | null {
  const route = (SEARCH_ROUTES as readonly SearchRoute[]).find(
    (each) => each.source === source && each.kind === kind && each.forms.includes('circle'),
  );
  if (location === null || route === undefined) return null;
  const values = { lat: `${location.lat}`, lng: `${location.lng}`, radius_mi: AROUND_MI };
  return writeLink({ routeId: route.id, form: 'circle', values }, []);
}

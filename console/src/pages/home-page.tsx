/** A home's own page: what it is, what happened to it, what others sold for, and who says so. */
import { useState } from 'react';
import type { HomeBody, Member } from '#contract/operations/homes.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import type { Money } from '#contract/values.js';
import { factsText } from '../home/summary.js';
import { addressText, priceText } from '../homes/home-lines.js';
import { type Draft, EMPTY_DRAFT } from '../search/draft.js';
import { ErrorBox } from '../shell/error-box.js';
import { useCopy } from '../shell/use-copy.js';
import { Comparables } from '../story/comparables.js';
import { PlaceMap } from '../story/place-map.js';
import { Disagreements, Members, Possible, useHome } from '../story/story.js';
import { Timeline } from '../story/timeline.js';
import { WatchDialog } from '../watches/watch-dialog.js';
import '../styles/homes.css';
import '../styles/story.css';

export function HomePage({ homeId }: { readonly homeId: string }) {
  const { data, error, refetch } = useHome(homeId);
  if (error !== null) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p role="status">Loading…</p>;
  if (data === null) {
    return (
      <section className="empty">
        <h1>Home not known</h1>
        <p>
          This service has not seen the home yet, or your key may not read its source. A search or a{' '}
          <a href="#/home">lookup</a> of the home shows it first.
        </p>
      </section>
    );
  }
  return <Home home={data} />;
}

function Home({ home }: { readonly home: HomeBody }) {
  const facts = factsOf(home.members);
  return (
    <article className="home-page">
      <header>
        <p className="hint">
          <a href={`#/homes?zip=${home.address.zip}`}>{`Homes in ${home.address.zip}`}</a>
        </p>
        <h1>{addressText(home)}</h1>
        <p className="home-price">
          <b>{currentPrice(home.members)}</b> <span>{facts}</span>
        </p>
        <Actions home={home} />
      </header>
      <div className="home-columns">
        <div>
          <Timeline home={home} />
          <Comparables homeId={home.home_id} />
          <section className="story">
            <h2>Who shows it</h2>
            <Members members={home.members} />
            <Disagreements {...home} />
            <Possible possible={home.possible} />
          </section>
        </div>
        <Place {...home} />
      </div>
    </article>
  );
}

/** What it is offered for now: the lowest and highest price, and apart from it the rent. */
function currentPrice(members: readonly Member[]): string {
  const offered = members.filter(({ status }) => status?.startsWith('for_') === true);
  if (offered.length === 0) return 'Not offered now';
  const sale = rangeOf(offered.map(({ price }) => price));
  const rent = rangeOf(offered.map((member) => member.rent_monthly));
  const texts = [...(sale === null ? [] : [sale]), ...(rent === null ? [] : [`${rent} a month`])];
  return texts.length === 0 ? 'Offered without a price' : texts.join(', or ');
}

function rangeOf(amounts: readonly (Money | null)[]): string | null {
  const known = amounts.flatMap((amount) => amount ?? []).sort((a, b) => a.amount - b.amount);
  const [low, high] = [known[0], known.at(-1)];
  if (low === undefined || high === undefined) return null;
  return priceText({ lowest_price: low, highest_price: high });
}

/** "3 bd · 2 ba · 1,540 sqft · single family · built 1984": each from the source seen last. */
function factsOf(members: readonly Member[]): string {
  const last = members.toSorted((a, b) => (a.last_seen < b.last_seen ? 1 : -1));
  const known = <F extends keyof Member>(field: F): Member[F] | null =>
    last.find((member) => member[field] !== null)?.[field] ?? null;
  return factsText({
    beds: known('beds'),
    baths: known('baths'),
    living_area_sqft: known('living_area_sqft'),
    property_type: known('property_type'),
    year_built: known('year_built'),
  });
}

function Actions({ home }: { readonly home: HomeBody }) {
  const [watching, setWatching] = useState<Draft | null>(null);
  const { copy, said } = useCopy('Link copied', 'copy the address of this page instead');
  const draft = watchOf(home);
  return (
    <div className="actions">
      <button type="button" onClick={() => copy(location.href)}>
        Copy link
      </button>
      {draft !== null && (
        <button type="button" onClick={() => setWatching(draft)}>
          {`Watch ${home.address.zip}`}
        </button>
      )}
      <span role="status" className="hint">
        {said}
      </span>
      <WatchDialog draft={watching} onClose={() => setWatching(null)} />
    </div>
  );
}

/** The search of its ZIP code at the first source that shows it; null without such a source. */
function watchOf({ members, address: { zip } }: HomeBody): Draft | null {
  const route = SEARCH_ROUTES.find((one) =>
    members.some(({ source, kind }) => source === one.source && kind === one.kind),
  );
  if (route === undefined || !route.forms.includes('zip')) return null;
  return { ...EMPTY_DRAFT, routeId: route.id, form: 'zip', values: { zip } };
}

function Place({ home_id, location }: HomeBody) {
  if (location === null) return <p className="hint">No source sends its place.</p>;
  return (
    <section className="map" aria-label="Map">
      <PlaceMap homeKey={home_id} location={location} />
    </section>
  );
}

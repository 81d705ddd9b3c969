/** The first page: a question over all sources, and its homes, a line each. */
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { AreaHomesAnswer, HomesQuery } from '#client/index.js';
import { HOME_SORTS, type HomeSort } from '#contract/area-homes.js';
import {
  atPlace,
  draftOf,
  type HomesAsk,
  kindOf,
  placeOf,
  readAsk,
  sortOf,
  withAsk,
  withoutPlace,
  writeAsk,
} from '../homes/ask.js';
import { Chips } from '../homes/chips.js';
import { Facets } from '../homes/facets.js';
import { moveTo, type Understood, unplaced } from '../homes/find-place.js';
import { HomeLines } from '../homes/home-lines.js';
import { KnownSources } from '../homes/known-sources.js';
import { QuestionForm } from '../homes/question-form.js';
import type { View } from '../map/open-map.js';
import { createSelection } from '../results/selection.js';
import { Select } from '../search/field.js';
import { useRead } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { type Link, openLink } from '../shell/link.js';
import { formOf as figuresFormOf, writeAsk as writeFigures } from '../statistics/ask.js';
import { PointsMap } from '../story/place-map.js';
import { counted } from '../text/format.js';
import { KIND_NOUNS } from '../text/labels.js';
import { staleName } from './loaded.js';
import '../styles/homes.css';

/** Lines of one answer. */
const LINES = 100;

export function HomesPage({ link }: { readonly link: Link }) {
  const ask = useMemo(() => readAsk(link.page === 'homes' ? link.query : ''), [link]);
  const { text, understood, change } = useBox(ask);
  const draft = useMemo(() => draftOf(ask), [ask]);
  const onAsk = (next: HomesAsk, read: Understood | null = null) => {
    change({ of: writeAsk(next), understood: read });
    openLink(writeAsk(next));
  };
  const onUnderstood = (read: Understood) =>
    read.search === null ? onAsk(read.ask, read) : change({ understood: read });
  const onPlace = (place: string) =>
    void moveTo(place, ask).then(onUnderstood, () => change({ understood: unplaced(ask) }));
  return (
    <div className="homes-page">
      <h1 className="sr-only">Homes over all sources</h1>
      <QuestionForm
        {...{ ask, text, understood, onUnderstood }}
        first={draft === null}
        onText={(typed) => change({ text: typed })}
        onOther={(place) => onAsk(atPlace(ask, place))}
      />
      {Object.keys(ask).length > 0 && <Chips {...{ ask, onAsk, onPlace }} />}
      {draft !== null && <Answer {...{ ask, onAsk }} />}
      {draft === null && (
        <p className="hint">
          The answer has one line a home, from what this service has read, and is free. To read one
          source with every filter it takes, use <a href="#/search">Search</a>.
        </p>
      )}
    </div>
  );
}

interface Box {
  /** The link of its question. */
  readonly of: string;
  readonly text: string;
  readonly understood: Understood | null;
}

/** The box of a question and what was understood of it: Back and Forward lead to others. */
function useBox(ask: HomesAsk) {
  const none: Box = { of: writeAsk(ask), text: '', understood: null };
  const [box, setBox] = useState(none);
  const ownOf = (now: Box) => (now.of === none.of ? now : none);
  const change = (changes: Partial<Box>) => setBox((now) => ({ ...ownOf(now), ...changes }));
  return { ...ownOf(box), change };
}

interface AnswerProps {
  readonly ask: HomesAsk;
  onAsk(ask: HomesAsk): void;
}

/** All pages that were asked for so far are read again when something was collected. */
function Answer({ ask, onAsk }: AnswerProps) {
  const of = writeAsk(ask);
  const [more, setMore] = useState({ of, pages: 1 });
  const pages = more.of === of ? more.pages : 1;
  const read = useRead(
    ['homes', of, String(pages)],
    async (client, signal) => {
      const answers: AreaHomesAnswer[] = [];
      // Each page begins where the one before ends now: homes come and go while a source is read.
      for (let after: string | null = ''; after !== null && answers.length < pages; ) {
        const query = { kind: 'listings', ...ask, limit: LINES, ...(after !== '' && { after }) };
        // Texts are sent as they are.
        answers.push(
          await client.homes(query as unknown as HomesQuery & { kind: 'listings' }, { signal }),
        );
        after = answers.at(-1)?.next_after ?? null;
      }
      return answers;
    },
    { placeholderData: keepPreviousData },
  );
  const { data, error, refetch } = read;
  if (error !== null) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  const [first] = data ?? [];
  if (data === undefined || first === undefined) return <p role="status">Looking…</p>;
  const next = data.at(-1)?.next_after ?? null;
  return (
    <Found
      {...{ ask, onAsk, first }}
      className={staleName(read, 'homes-found')}
      homes={data.flatMap(({ homes }) => homes)}
      onMore={next === null ? null : () => setMore({ of, pages: pages + 1 })}
    />
  );
}

interface FoundProps extends AnswerProps {
  readonly first: AreaHomesAnswer;
  readonly homes: AreaHomesAnswer['homes'];
  readonly onMore: (() => void) | null;
  /** Of the lines and the map. */
  readonly className: string;
}

function Found({ ask, onAsk, first, homes, onMore, className }: FoundProps) {
  const [selection] = useState(createSelection);
  const [one, many] = KIND_NOUNS[kindOf(ask)];
  return (
    <>
      <KnownSources
        key={writeAsk(placeOf(ask))}
        isOpen={first.count === 0}
        sources={first.sources}
        ask={ask}
      />
      <div className="homes-head">
        <h2>
          <span role="status">{counted(first.count, one, many)}</span>
        </h2>
        {homes.length > 0 && <Facets facets={first.facets} {...{ ask, onAsk }} />}
        {homes.length > 0 && <Sort {...{ ask, onAsk }} />}
        <FiguresLink ask={ask} />
      </div>
      {homes.length === 0 && <None {...{ ask, first }} />}
      {homes.length > 0 && (
        <div className={className}>
          <div>
            <HomeLines {...{ homes, selection }} />
            {onMore !== null && (
              <button type="button" onClick={onMore}>
                {`Show more of ${counted(first.count, 'home')}`}
              </button>
            )}
          </div>
          <MapOfHomes key={writeAsk(placeOf(ask))} {...{ ask, homes, selection, onAsk }} />
        </div>
      )}
    </>
  );
}

/** Figures over time, of the places that have some. */
function FiguresLink({ ask }: Pick<AnswerProps, 'ask'>) {
  const place = { ...placeOf(ask), kind: kindOf(ask) };
  if (figuresFormOf(place) === null) return null;
  return <a href={writeFigures(place)}>Statistics over time</a>;
}

const SORT_TITLES: Readonly<Record<HomeSort, string>> = {
  newest: 'Newest first',
  price_low: 'Lowest price first',
  price_high: 'Highest price first',
  price_cut: 'Largest price cut first',
};

const Sort = ({ ask, onAsk }: Pick<AnswerProps, 'ask' | 'onAsk'>) => (
  <Select
    aria-label="Order"
    value={sortOf(ask)}
    options={HOME_SORTS.map((sort) => [sort, SORT_TITLES[sort]])}
    onPick={(sort) => onAsk(withAsk(ask, { sort }))}
  />
);

/** No home: either none matches, or a source was not read. */
function None({ ask, first }: Pick<FoundProps, 'ask' | 'first'>) {
  const unread = first.sources.filter(({ coverage }) => coverage !== 'complete');
  const isFiltered = Object.keys(ask).some((name) => /_min$|_max$|price|_days$|type/.test(name));
  return (
    <section className="empty">
      <p>
        {unread.length === 0
          ? 'Every source was read, and no home matches.'
          : 'No home that was read here matches. The sources above that were not read may have some.'}
      </p>
      {isFiltered && <p className="hint">Remove a part of the question to see more.</p>}
    </section>
  );
}

interface MapOfHomesProps extends AnswerProps {
  readonly homes: FoundProps['homes'];
  readonly selection: ReturnType<typeof createSelection>;
}

function MapOfHomes({ ask, homes, selection, onAsk }: MapOfHomesProps) {
  const lastView = useRef<View | null>(null);
  const [box, setBox] = useState<string | null>(null);
  const searched = useMemo(() => draftOf(ask), [ask]);
  const unlocated = homes.filter(({ location }) => location === null).length;
  return (
    <section className="map" aria-label="Map">
      <PointsMap {...{ homes, searched, selection, lastView }} onMoved={setBox} />
      <div className="map-foot">
        {box !== null && (
          <button type="button" onClick={() => onAsk({ ...withoutPlace(ask), bbox: box })}>
            Homes in this view
          </button>
        )}
        {unlocated > 0 && <p className="legend">{counted(unlocated, 'home')} without a point</p>}
      </div>
    </section>
  );
}

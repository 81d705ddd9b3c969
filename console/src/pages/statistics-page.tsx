/** Figures of an area over time: a question that the link carries, and a plot for each source. */
import { useMemo } from 'react';
import type { StatisticsAnswer, StatisticsQuery } from '#client/index.js';
import { useRead } from '../service/query.js';
import { type Link, openLink } from '../shell/link.js';
import {
  formOf,
  kindOf,
  measureOf,
  placeText,
  queryOf,
  readAsk,
  type StatisticsAsk,
  writeAsk,
} from '../statistics/ask.js';
import { Published } from '../statistics/published.js';
import { Question } from '../statistics/question.js';
import { SeriesView } from '../statistics/series-view.js';
import { periodText } from '../statistics/words.js';
import { capitalized, KIND_NOUNS } from '../text/labels.js';
import { Empty, Loaded } from './loaded.js';
import '../styles/statistics.css';

export function StatisticsPage({ link }: { readonly link: Link }) {
  const ask = useMemo(() => readAsk(link.query), [link.query]);
  const asked = queryOf(ask);
  const hasPlace = formOf(ask) !== null;
  const subject = `${kindOf(ask)} ${placeText(ask)}`;
  const query = useRead(
    ['statistics', subject, writeAsk(asked)],
    // Texts are sent as they are.
    (client, signal) => client.statistics(asked as unknown as StatisticsQuery, { signal }),
    {
      // Figures of another area must not stand below the name of this one.
      placeholderData: (before, last) => (last?.queryKey.includes(subject) ? before : undefined),
      enabled: hasPlace,
    },
  );
  return (
    <div className="page statistics-page">
      <h1>Statistics of an area</h1>
      <p className="lead">
        Counts, prices and times by month or quarter, from what this service has stored: imported
        sales, and what searches and watches saw. Nothing is read from a source, and it is free.
      </p>
      <Question {...{ ask }} months={query.data} onAsk={(next) => openLink(writeAsk(next))} />
      {hasPlace ? (
        <Loaded query={query} what="the figures">
          {(answer) => <Figures {...{ ask, answer }} />}
        </Loaded>
      ) : (
        <NoPlace />
      )}
    </div>
  );
}

const NoPlace = () => (
  <Empty title="Which area?">
    <p>Enter a ZIP code, a city or a county.</p>
    <a href="#/statistics?zip=98103&kind=sold">For example: sold homes in 98103</a>
  </Empty>
);

interface FiguresProps {
  readonly ask: StatisticsAsk;
  readonly answer: StatisticsAnswer;
}

function Figures({ ask, answer }: FiguresProps) {
  const { series, published, kind, from, to, by } = answer;
  const measure = measureOf(ask);
  if (series.length === 0 && published.length === 0) return <Nothing ask={ask} />;
  const [, many] = KIND_NOUNS[kind];
  return (
    <>
      <h2>
        <span role="status">{`${capitalized(many)} in ${placeText(ask)}, ${periodText(from, 'month')} to ${periodText(to, 'month')}`}</span>
      </h2>
      {series.length > 1 && (
        <p className="hint">
          Each source and dataset has separate figures, because several show the same homes.
        </p>
      )}
      {series.map((one) => (
        <SeriesView
          key={`${one.basis} ${one.source} ${one.dataset ?? ''} ${by}`}
          series={one}
          {...{ answer, measure }}
        />
      ))}
      <Published published={published} />
    </>
  );
}

function Nothing({ ask }: Pick<FiguresProps, 'ask'>) {
  const kind = kindOf(ask);
  return (
    <Empty title={`Nothing is stored of ${placeText(ask)}`}>
      <p>
        {kind === 'sold'
          ? 'No imported dataset and no search has sales of this area.'
          : 'No search and no watch has seen this area.'}{' '}
        Search it once for one month, or watch it for complete ones.
      </p>
      <a href="#/search">Go to the search</a>
    </Empty>
  );
}

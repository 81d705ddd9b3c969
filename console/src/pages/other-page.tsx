/** The pages beside the search, in a file of their own: the first view does without them. */
import type { Link, PageName } from '../shell/link.js';
import { loadPart } from '../shell/load-part.js';
import { type Session, useKey } from '../shell/session.js';
import { ComparePage } from './compare-page.js';
import { HomePage } from './home-page.js';
import { HomesPage } from './homes-page.js';
import { LookupPage } from './lookup-page.js';
import { SnapshotsPage } from './snapshots-page.js';
import { SourcesPage } from './sources-page.js';
import { StatisticsPage } from './statistics-page.js';
import { UsagePage } from './usage-page.js';
import { WatchesPage } from './watches-page.js';
import { WebhooksPage } from './webhooks-page.js';

/** The tables and their columns are needed nowhere else. */
const SqlPage = loadPart({
  what: 'This page',
  load: async () => (await import('./sql-page.js')).SqlPage,
  waiting: <p role="status">Loading…</p>,
});

interface Props {
  readonly page: Exclude<PageName, 'search'>;
  readonly session: Session;
  readonly link: Link;
}

export function OtherPage({ page, session, link }: Props) {
  if (session.key === null) return <NoKey session={session} />;
  switch (page) {
    case 'homes':
      return link.itemId === null ? (
        <HomesPage link={link} />
      ) : (
        <HomePage key={link.itemId} homeId={link.itemId} />
      );
    case 'compare':
      return <ComparePage link={link} />;
    case 'home':
      return <LookupPage link={link} />;
    case 'statistics':
      return <StatisticsPage link={link} />;
    case 'snapshots':
      return <SnapshotsPage link={link} />;
    case 'watches':
      return <WatchesPage link={link} />;
    case 'webhooks':
      return <WebhooksPage link={link} />;
    case 'sql':
      return <SqlPage />;
    case 'usage':
      return <UsagePage />;
    case 'sources':
      return <SourcesPage />;
  }
}

function NoKey({ session }: Pick<Props, 'session'>) {
  const { onKey } = useKey();
  if (session.config === null) return null;
  return (
    <section className="empty">
      <h1>API key required</h1>
      <p>Enter an API key to see this page.</p>
      <button type="button" className="primary" onClick={onKey}>
        Enter a key
      </button>
    </section>
  );
}

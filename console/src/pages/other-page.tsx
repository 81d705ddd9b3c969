/** The pages beside the search, in a file of their own: the first view does without them. */
import type { Link, PageName } from '../shell/link.js';
import type { Session } from '../shell/session.js';
import { ComparePage } from './compare-page.js';
import { LookupPage } from './lookup-page.js';
import { SourcesPage } from './sources-page.js';
import { UsagePage } from './usage-page.js';
import { WatchesPage } from './watches-page.js';
import { WebhooksPage } from './webhooks-page.js';

interface Props {
  readonly page: Exclude<PageName, 'search'>;
  readonly session: Session;
  readonly link: Link;
  onKey(): void;
}

export function OtherPage({ page, session, link, onKey }: Props) {
  const { key: apiKey } = session;
  if (apiKey === null) return <NoKey {...{ session, onKey }} />;
  switch (page) {
    case 'compare':
      return <ComparePage {...{ apiKey, link, onKey }} />;
    case 'home':
      return <LookupPage {...{ apiKey, link, onKey }} />;
    case 'watches':
      return <WatchesPage {...{ session, apiKey, link, onKey }} />;
    case 'webhooks':
      return <WebhooksPage {...{ apiKey, link, onKey }} />;
    case 'usage':
      return <UsagePage {...{ apiKey, onKey }} />;
    case 'sources':
      return <SourcesPage {...{ apiKey, onKey }} />;
  }
}

function NoKey({ session, onKey }: Pick<Props, 'session' | 'onKey'>) {
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

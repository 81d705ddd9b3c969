/** The app: header, the current page, and the key dialog. */

import { useCallback, useEffect, useState } from 'react';
import type { AccountBody } from '#contract/operations/service.js';
import { ComparePage } from './pages/compare-page.js';
import { LookupPage } from './pages/lookup-page.js';
import { SearchPage } from './pages/search-page.js';
import { SourcesPage } from './pages/sources-page.js';
import { UsagePage } from './pages/usage-page.js';
import { WatchesPage } from './pages/watches-page.js';
import { WebhooksPage } from './pages/webhooks-page.js';
import { connect } from './service/client.js';
import { Header } from './shell/header.js';
import { KeyDialog } from './shell/key-dialog.js';
import { type Link, readLink } from './shell/link.js';
import { type Session, useSession } from './shell/session.js';

export function App() {
  const session = useSession();
  const link = useLink();
  const [asking, setAsking] = useState(false);
  const [searchLink, setSearchLink] = useState('#/search');
  const { account, refresh } = useAccount(session.key);
  const keyNeeded = session.config !== null && session.key === null;
  useEffect(() => setAsking(keyNeeded), [keyNeeded]);
  useEffect(() => {
    document.title = `${TITLES[link.page]} · Rowhouse`;
  }, [link.page]);
  const openKey = useCallback(() => setAsking(true), []);
  return (
    <>
      <a className="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <Header
        page={link.page}
        session={session}
        account={account}
        searchLink={searchLink}
        onKey={openKey}
      />
      <main id="main" tabIndex={-1}>
        <div hidden={link.page !== 'search'} className="page-holder">
          <SearchPage
            session={session}
            link={link}
            onLoad={refresh}
            onLink={setSearchLink}
            onKey={openKey}
          />
        </div>
        <OtherPage {...{ session, link }} onCharge={refresh} onKey={openKey} />
      </main>
      <KeyDialog session={session} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}

interface PageProps {
  readonly session: Session;
  readonly link: Link;
  /** Something was charged: the balance has changed. */
  onCharge(): void;
  onKey(): void;
}

/** The page beside the search, which stays in the document. */
function OtherPage({ session, link, onCharge, onKey }: PageProps) {
  const { key: apiKey } = session;
  if (link.page === 'search') return null;
  if (apiKey === null) return <NoKey session={session} onKey={onKey} />;
  switch (link.page) {
    case 'compare':
      return <ComparePage {...{ apiKey, link, onKey }} />;
    case 'home':
      return <LookupPage {...{ apiKey, link, onCharge, onKey }} />;
    case 'watches':
      return <WatchesPage {...{ session, apiKey, link, onCharge, onKey }} />;
    case 'webhooks':
      return <WebhooksPage {...{ apiKey, link, onKey }} onChange={onCharge} />;
    case 'usage':
      return <UsagePage {...{ apiKey, onKey }} />;
    case 'sources':
      return <SourcesPage {...{ apiKey, onKey }} />;
  }
}

const TITLES = {
  search: 'Search',
  home: 'Home lookup',
  compare: 'Compare',
  watches: 'Watches',
  webhooks: 'Webhooks',
  usage: 'Usage',
  sources: 'Sources',
} as const;

function NoKey({ session, onKey }: { readonly session: Session; onKey(): void }) {
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

/** The skip link must not change the URL fragment, which holds the search. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function useLink(): Link {
  const [link, setLink] = useState(() => readLink(location.hash));
  useEffect(() => {
    const follow = () => setLink(readLink(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return link;
}

const loadAccount = async (key: string, signal: AbortSignal) => connect(key).account({ signal });

/** The account, for the balance in the header; null while unknown. */
function useAccount(key: string | null) {
  const [account, setAccount] = useState<AccountBody | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (key === null) return setAccount(null);
    const control = new AbortController();
    loadAccount(key, control.signal).then(setAccount, () => setAccount(null));
    return () => control.abort();
  }, [key, turn]);
  const refresh = useCallback(() => setTurn((now) => now + 1), []);
  return { account, refresh };
}

/** The app: header, the current page, and the key dialog. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { SearchPage } from './pages/search-page.js';
import { Connection } from './shell/connection.js';
import { skipToMain, useFocusOfPage } from './shell/focus-main.js';
import { Header } from './shell/header.js';
import { KeyDialog } from './shell/key-dialog.js';
import { readLink } from './shell/link.js';
import { loadPart } from './shell/load-part.js';
import { KeyContext, useSession } from './shell/session.js';
import { useHash } from './shell/use-hash.js';

const OtherPage = loadPart({
  what: 'This page',
  load: async () => (await import('./pages/other-page.js')).OtherPage,
  waiting: <p role="status">Loading…</p>,
});

export function App() {
  const session = useSession();
  const { key: apiKey } = session;
  const link = useHash(readLink);
  const { page } = link;
  const [asking, setAsking] = useState(false);
  const [searchLink, setSearchLink] = useState('#/search');
  const keyNeeded = session.config !== null && apiKey === null;
  useEffect(() => setAsking(keyNeeded), [keyNeeded]);
  useEffect(() => {
    document.title = `${TITLES[page]} · Rowhouse`;
  }, [page]);
  useFocusOfPage(link);
  const onKey = useCallback(() => setAsking(true), []);
  const key = useMemo(() => ({ apiKey: apiKey ?? '', onKey }), [apiKey, onKey]);
  return (
    <KeyContext value={key}>
      <a className="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <Header {...{ page, session, searchLink }} />
      <Connection />
      {link.isUnknown && (
        <div className="connection" role="alert">
          Nothing in the console has this address. Check the link; this is the page {TITLES[page]}.
        </div>
      )}
      <main id="main" tabIndex={-1}>
        <div hidden={page !== 'search'} className="page-holder">
          <SearchPage session={session} link={link} onLink={setSearchLink} />
        </div>
        {page !== 'search' && <OtherPage {...{ page, session, link }} />}
      </main>
      <KeyDialog session={session} open={asking} onClose={() => setAsking(false)} />
    </KeyContext>
  );
}

const TITLES = {
  homes: 'Homes',
  search: 'Search',
  home: 'Home lookup',
  statistics: 'Statistics',
  compare: 'Compare',
  snapshots: 'Snapshots',
  watches: 'Watches',
  webhooks: 'Webhooks',
  sql: 'SQL',
  usage: 'Usage',
  sources: 'Sources',
} as const;

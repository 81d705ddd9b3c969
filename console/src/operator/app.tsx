/** The operator's page: sign-in, header, and the view that the address names. */
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { skipToMain, useFocusOfPage } from '../shell/focus-main.js';
import { Icon } from '../shell/icons.js';
import mark from '../shell/mark.svg';
import { ThemeSwitch } from '../shell/theme-switch.js';
import { useHash } from '../shell/use-hash.js';
import { AccountView } from './account-view.js';
import { AccountsView } from './accounts-view.js';
import { FailuresView } from './failures-view.js';
import { LedgerView, useLedgerCheck } from './ledger-view.js';
import { Access, openCache } from './query.js';
import { QueueView } from './queue-view.js';
import { useOperatorSession } from './session.js';
import { SignIn } from './sign-in.js';
import { SourcesView } from './sources-view.js';

const VIEWS = {
  sources: 'Sources',
  queue: 'Queue',
  accounts: 'Accounts',
  ledger: 'Ledger',
  failures: 'Failures',
} as const;
type View = keyof typeof VIEWS;

interface Place {
  readonly view: View;
  /** The account of `#/accounts/ACCOUNT`. */
  readonly accountId: string | null;
}

export function OperatorApp() {
  const session = useOperatorSession();
  const place = useHash(readPlace);
  const { access, signOut } = session;
  const cache = useMemo(
    () => openCache(access === null ? () => undefined : signOut),
    [access, signOut],
  );
  useEffect(() => {
    document.title = `${access === null ? 'Sign in' : VIEWS[place.view]} · Rowhouse operator`;
  }, [access, place.view]);
  useFocusOfPage(place);
  useFocusOfPage(access);
  return (
    <QueryClientProvider client={cache}>
      <a className="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <Header view={access === null ? null : place.view} onSignOut={() => signOut()} />
      {access === null ? (
        <SignIn session={session} />
      ) : (
        <Access value={access}>
          <SignedIn {...place} />
        </Access>
      )}
    </QueryClientProvider>
  );
}

/** A check of the ledger goes on while another view is looked at. */
function SignedIn(place: Place) {
  const check = useLedgerCheck();
  return (
    <main id="main" tabIndex={-1}>
      <div className="page operator-page">
        <Shown {...place} check={check} />
      </div>
    </main>
  );
}

/** Only the view that is shown loads anything. */
function Shown({
  view,
  accountId,
  check,
}: Place & { readonly check: ReturnType<typeof useLedgerCheck> }) {
  switch (view) {
    case 'sources':
      return <SourcesView />;
    case 'queue':
      return <QueueView />;
    case 'accounts':
      return accountId === null ? (
        <AccountsView />
      ) : (
        <AccountView key={accountId} accountId={accountId} />
      );
    case 'ledger':
      return <LedgerView check={check} />;
    case 'failures':
      return <FailuresView />;
  }
}

/** Without a view nobody is signed in. */
const Header = ({ view, onSignOut }: { readonly view: View | null; onSignOut(): void }) => (
  <header className="top">
    <a className="brand" href="#/sources" aria-label="Rowhouse operator, sources">
      <img src={mark} alt="" width="26" height="26" />
      <span>Operator</span>
    </a>
    {view !== null && (
      <nav aria-label="Views">
        {Object.entries(VIEWS).map(([name, title]) => (
          <a key={name} href={`#/${name}`} aria-current={view === name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
    )}
    <div className="top-end">
      {view !== null && (
        <button
          type="button"
          className="quiet"
          aria-label="Sign out: forget the token"
          onClick={onSignOut}
        >
          <Icon name="key" />
          <span className="wide-only">Sign out</span>
        </button>
      )}
      <ThemeSwitch />
    </div>
  </header>
);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads `#/accounts/ACCOUNT`; ignores what it does not know. */
function readPlace(hash: string): Place {
  const [name = '', id = ''] = hash.replace(/^#\/?/, '').split('/', 2);
  const view = (Object.keys(VIEWS) as View[]).find((each) => each === name) ?? 'sources';
  return { view, accountId: view === 'accounts' && UUID.test(id) ? id : null };
}

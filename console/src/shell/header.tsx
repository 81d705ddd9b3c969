/** The header: navigation, credits, key, theme. */
import { useAccount } from '../service/query.js';
import { count, counted } from '../text/format.js';
import { Icon } from './icons.js';
import type { PageName } from './link.js';
import mark from './mark.svg';
import { Popup } from './popup.js';
import { type Session, useKey } from './session.js';
import { ThemeSwitch } from './theme-switch.js';

interface Props {
  readonly page: PageName;
  readonly session: Session;
  readonly searchLink: string;
}

export function Header({ page, session, searchLink }: Props) {
  const { onKey } = useKey();
  const { data: account } = useAccount();
  const synthetic = syntheticBy(session);
  const disabled = account?.endpoints.disabled_by_service ?? 0;
  return (
    <header className="top">
      <a className="brand" href="#/homes" aria-label="Rowhouse, homes">
        <img src={mark} alt="" width="26" height="26" />
        <span>Rowhouse</span>
      </a>
      <PageLinks {...{ page, searchLink }} />
      {synthetic !== null && (
        <span className="sandbox-note" title={synthetic.note}>
          {synthetic.what}: synthetic data
        </span>
      )}
      <div className="top-end">
        {disabled > 0 && (
          <a className="alert" href="#/webhooks">
            {counted(disabled, 'webhook')} disabled
          </a>
        )}
        {account !== undefined && (
          <a className="credits" href="#/usage">
            <b>{count(account.balance.available)}</b> credits
          </a>
        )}
        <button type="button" className="quiet" onClick={onKey}>
          <Icon name="key" />
          <span className="wide-only">{keyText(session)}</span>
          <span className="sr-only">: change the API key</span>
        </button>
        <ThemeSwitch />
      </div>
    </header>
  );
}

function PageLinks({ page, searchLink }: Pick<Props, 'page' | 'searchLink'>) {
  const links: readonly [PageName, string, string][] = [
    ['homes', 'Homes', '#/homes'],
    ['search', 'Search', searchLink],
    ['compare', 'Compare', '#/compare'],
    ['home', 'Lookup', '#/home'],
    ['watches', 'Watches', '#/watches'],
    ['webhooks', 'Webhooks', '#/webhooks'],
    ['usage', 'Usage', '#/usage'],
    ['sources', 'Sources', '#/sources'],
  ];
  return (
    <nav aria-label="Pages">
      {links.map(([name, title, href]) => (
        <a
          key={name}
          href={href}
          aria-current={page === name ? 'page' : undefined}
          className={ROOM[name]}
        >
          {title}
        </a>
      ))}
      <a href="/docs" className="tight">
        Docs
      </a>
      <MorePages />
    </nav>
  );
}

/** Links that leave a narrow line for the menu "More", by the room they need. */
const ROOM: Readonly<Partial<Record<PageName, string>>> = {
  compare: 'roomiest',
  home: 'roomiest',
  webhooks: 'roomy',
  sources: 'roomy',
};

const MorePages = () => (
  <Popup name="more" label="More pages" button="More" placement="bottom-end">
    <a href="#/compare">Compare</a>
    <a href="#/home">Lookup</a>
    <a href="#/webhooks" className="more-roomy">
      Webhooks
    </a>
    <a href="#/sources" className="more-roomy">
      Sources
    </a>
    <a href="/docs" className="more-tight">
      Docs
    </a>
  </Popup>
);

/** Why the rows are synthetic; null when they are not. */
function syntheticBy({ key, config }: Session): { what: string; note: string } | null {
  const note = 'These rows come from the built-in sandbox. None of these homes exists.';
  if (key?.startsWith(TEST_KEY_PREFIX)) {
    return { what: 'Test key', note: `${note} Use a live key to get real data.` };
  }
  if (config?.sandbox !== true) return null;
  return { what: 'Sandbox', note: `${note} Configure your sources to get real data.` };
}

/** Keys that read the sandbox, whatever sources are configured (docs/interface.md). */
const TEST_KEY_PREFIX = 'rh_test_';

function keyText({ key, demo }: Session): string {
  if (demo) return 'Demo key';
  return key === null ? 'Enter key' : 'Your key';
}

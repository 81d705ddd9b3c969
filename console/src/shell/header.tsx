/** The header: navigation, credits, key, theme. */
import { useEffect } from 'react';
import type { RowhouseError } from '#client/index.js';
import { spendable } from '#contract/spendable.js';
import { useAccount } from '../service/query.js';
import { count, counted } from '../text/format.js';
import { Icon } from './icons.js';
import type { PageName } from './link.js';
import mark from './mark.svg';
import { Popup } from './popup.js';
import { isTestKey, SANDBOX_NOTE, useSynthetic } from './sandbox.js';
import { type Session, useKey } from './session.js';
import { ThemeSwitch } from './theme-switch.js';

interface Props {
  readonly page: PageName;
  readonly session: Session;
  readonly searchLink: string;
}

export function Header({ page, session, searchLink }: Props) {
  const { onKey } = useKey();
  const { data: account, error } = useAccount();
  useEndedVisit(session, error);
  const synthetic = useSynthetic();
  const isTest = isTestKey(session.key ?? '');
  const disabled = account?.endpoints.disabled_by_service ?? 0;
  return (
    <header className="top">
      <a className="brand" href="#/homes" aria-label="Rowhouse, homes">
        <img src={mark} alt="" width="26" height="26" />
        <span>Rowhouse</span>
      </a>
      <PageLinks {...{ page, searchLink }} />
      {synthetic.all && (
        <span
          className="sandbox-note"
          title={`${SANDBOX_NOTE} ${isTest ? 'Use a live key' : 'Configure your sources'} to get real data.`}
        >
          {isTest ? 'Test key' : 'Sandbox'}: synthetic data
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
            <b>{count(spendable(account))}</b> credits
          </a>
        )}
        <button
          type="button"
          className="quiet"
          aria-label={`${keyText(session)}: change the API key`}
          onClick={onKey}
        >
          <Icon name="key" />
          <span className="wide-only">{keyText(session)}</span>
        </button>
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** The key of a visit to a demo ends after a day: the next one is offered at once. */
function useEndedVisit({ config }: Session, error: RowhouseError | null) {
  const { onKey } = useKey();
  const hasEnded = config?.demo === true && error?.code === 'invalid_api_key';
  useEffect(() => {
    if (hasEnded) onKey();
  }, [hasEnded, onKey]);
}

function PageLinks({ page, searchLink }: Pick<Props, 'page' | 'searchLink'>) {
  return (
    <nav aria-label="Pages">
      {LINKS.map(([name, title, room]) => (
        <a
          key={name}
          href={name === 'search' ? searchLink : hrefOf(name)}
          aria-current={page === name ? 'page' : undefined}
          className={room}
        >
          {title}
        </a>
      ))}
      <MorePages page={page} />
    </nav>
  );
}

/** Those with a class leave a narrow line for the menu "More", by the room that they need. */
const LINKS: readonly (readonly [name: PageName | 'docs', title: string, room?: string])[] = [
  ['homes', 'Homes'],
  ['search', 'Search'],
  ['home', 'Lookup', 'roomiest'],
  ['watches', 'Watches'],
  ['webhooks', 'Webhooks', 'roomy'],
  ['usage', 'Usage'],
  ['sources', 'Sources', 'roomy'],
  ['docs', 'Docs', 'tight'],
];

const hrefOf = (name: PageName | 'docs'): string => (name === 'docs' ? '/docs' : `#/${name}`);

/** Pages that have no link beside the menu, however wide the line is. */
const MORE: readonly (readonly [PageName, string])[] = [
  ['statistics', 'Statistics'],
  ['snapshots', 'Snapshots'],
  ['compare', 'Compare'],
  ['sql', 'SQL'],
];

const MorePages = ({ page }: Pick<Props, 'page'>) => (
  <Popup
    name="more"
    label="More pages"
    button="More"
    isCurrent={MORE.some(([name]) => name === page)}
    placement="bottom-end"
  >
    {MORE.map(([name, title]) => (
      <a key={name} href={hrefOf(name)} aria-current={page === name ? 'page' : undefined}>
        {title}
      </a>
    ))}
    {LINKS.map(
      ([name, title, room]) =>
        room !== undefined && (
          <a key={name} href={hrefOf(name)} className={`more-${room}`}>
            {title}
          </a>
        ),
    )}
  </Popup>
);

function keyText({ key, demo }: Session): string {
  if (demo) return 'Demo key';
  return key === null ? 'Enter key' : 'Your key';
}

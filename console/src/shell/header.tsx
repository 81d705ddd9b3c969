/** The header: navigation, credits, key, theme. */
import { useState } from 'react';
import { Icon } from './icons.js';
import type { PageName } from './link.js';
import mark from './mark.svg';
import type { Session } from './session.js';
import { readTheme, THEMES, type Theme, writeTheme } from './theme.js';

interface Props {
  readonly page: PageName;
  readonly session: Session;
  /** Available credits; null while unknown. */
  readonly credits: number | null;
  readonly searchLink: string;
  onKey(): void;
}

export function Header({ page, session, credits, searchLink, onKey }: Props) {
  const links: readonly [PageName, string, string][] = [
    ['search', 'Search', searchLink],
    ['usage', 'Usage', '#/usage'],
    ['sources', 'Sources', '#/sources'],
  ];
  return (
    <header className="top">
      <a className="brand" href={searchLink} aria-label="Rowhouse, search">
        <img src={mark} alt="" width="26" height="26" />
        <span>Rowhouse</span>
      </a>
      <nav aria-label="Pages">
        {links.map(([name, title, href]) => (
          <a key={name} href={href} aria-current={page === name ? 'page' : undefined}>
            {title}
          </a>
        ))}
        <a href="/docs">
          API<span className="wide-only">&nbsp;reference</span>
        </a>
      </nav>
      {session.config?.sandbox === true && (
        <span className="sandbox-note" title={SANDBOX_NOTE}>
          Sandbox: synthetic data
        </span>
      )}
      <div className="top-end">
        {credits !== null && (
          <a className="credits" href="#/usage">
            <b>{credits.toLocaleString('en-US')}</b> credits
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

const SANDBOX_NOTE =
  'These rows come from the built-in sandbox. None of these homes exists. Configure your sources to get real data.';

function keyText({ key, demo }: Session): string {
  if (demo) return 'Demo key';
  return key === null ? 'Enter key' : 'Your key';
}

const THEME_ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;

function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const change = () => {
    writeTheme(next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      className="quiet"
      onClick={change}
      title={`Colours: ${theme}. Switch to ${next}.`}
    >
      <Icon name={THEME_ICONS[theme]} />
      <span className="sr-only">{`Colours: ${theme}. Switch to ${next}.`}</span>
    </button>
  );
}

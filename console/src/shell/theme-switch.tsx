/** The button that changes the colours: system, light, dark. */
import { useState } from 'react';
import { Icon } from './icons.js';
import { readTheme, THEMES, type Theme, writeTheme } from './theme.js';

const THEME_ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;

export function ThemeSwitch() {
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

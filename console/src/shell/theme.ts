/** Light or dark theme: follows the system unless switched. Remembered in this browser. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED_AS = 'rowhouse-theme';

export function readTheme(): Theme {
  const stored = localStorage.getItem(STORED_AS);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

export function writeTheme(theme: Theme): void {
  localStorage.setItem(STORED_AS, theme);
  applyTheme(theme);
}

/** The CSS reads `data-theme`; without it the theme follows the system. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  window.dispatchEvent(new Event(THEME_CHANGED));
}

/** Event for the map, which CSS cannot style. */
export const THEME_CHANGED = 'rowhouse-theme';

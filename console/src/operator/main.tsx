/**
 * The entry point of the operator's page: styles, theme, app. Built apart from the callers'
 * console.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takePressesOnce } from '../shell/one-press.js';
import { applyTheme, readTheme } from '../shell/theme.js';
import { OperatorApp } from './app.js';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/shell.css';
import '../styles/results.css';
import '../styles/table.css';
import '../styles/pages.css';
import '../styles/watches.css';
import '../styles/webhooks.css';
import '../styles/operator.css';

applyTheme(readTheme());
takePressesOnce();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <OperatorApp />
    </StrictMode>,
  );
}

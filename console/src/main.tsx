/** The entry point of the console: styles, theme, app. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { cache } from './service/query.js';
import { takeLinkedKey } from './shell/demo-key.js';
import { watchStyles } from './shell/load-part.js';
import { takePressesOnce } from './shell/one-press.js';
import { applyTheme, readTheme } from './shell/theme.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/search.css';
import './styles/results.css';
import './styles/layout.css';
import './styles/map.css';
import './styles/table.css';
import './styles/pages.css';
import './styles/home.css';
import './styles/lookup.css';
import './styles/compare.css';
import './styles/watches.css';
import './styles/webhooks.css';

applyTheme(readTheme());
takePressesOnce();
watchStyles();
takeLinkedKey();
// The link, opened in a tab that shows the console already.
addEventListener('hashchange', () => {
  if (takeLinkedKey()) location.reload();
});
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}

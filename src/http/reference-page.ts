/** The API reference page: the OpenAPI Explorer web component, in the console's colours. */
import { BASE_PATH } from '#contract/envelope.js';
import { OPENAPI_PATH } from '#contract/routes.js';

export const REFERENCE_PATH = '/docs/reference';
export const EXPLORER_PATH = '/docs/explorer.js';
export const DOCUMENT_PATH = '/docs/openapi.json';
/** One of the console's files, since it fetches the console's configuration. */
const SCRIPT_PATH = '/docs/page.js';
/** One of the documents' files: it sets the chosen theme before anything is drawn. */
const FIRST_PATH = '/docs/first.js';

const MISSING =
  '<p>The viewer is not built: run <code>npm run build</code> and start the service again.</p>';

const EXPLORER = `<openapi-explorer spec-url="${DOCUMENT_PATH}" server-url="/"
  hide-server-selection hide-components bg-color="#ffffff" text-color="#1b211f"
  primary-color="#1f5f5b" secondary-color="#6fb5ad" nav-bg-color="#222a28" nav-text-color="#b4beba"
  nav-hover-bg-color="#2e3735" nav-hover-text-color="#ffffff"></openapi-explorer>`;

const DARK = '--ground:#111615;--ink:#e8ecea;--ink-2:#b4beba;--line:#2e3735;--brand:#58b3aa';
const DARK_VIEWER = `
  --bg:#111615;--bg2:#191f1e;--bg3:#222a28;--light-bg:#2e3735;
  --fg:#e8ecea;--fg2:#d0d7d4;--fg3:#b4beba;--light-fg:#939e9a;
  --border-color:#2e3735;--light-border-color:#2e3735;--code-border-color:#2e3735;
  --input-bg:#191f1e;--placeholder-color:#7d8985;--hover-color:#212b29;
  --header-bg:#58b3aa;--header-fg:#0b1413;--header-color-darker:#77c8c0;--header-color-border:#58b3aa;
  --primary-color:#58b3aa;--secondary-color:#6fb5ad;--primary-btn-text-color:#0b1413;
  --nav-bg-color:#191f1e;--nav-hover-bg-color:#222a28;
  --red:#f2998c;--green:#7fd0a0;--blue:#7db7ff;--orange:#e2a05b;--yellow:#e6c36a;--purple:#c3a6f2;
  --light-red:#3b211d;--light-green:#1c3326;--light-blue:#1b2b40;--light-orange:#3a2a18;
  --light-yellow:#38301a;--light-purple:#2c2440;--light-gray:#222a28;--gray:#939e9a;
  --code-fg:#d0d7d4;--inline-code-fg:#e2a05b;--code-property-color:#e89ab5;
  --code-keyword-color:#7db7ff;--code-operator-color:#e2a05b;
`;

/** The dark colours: by the system's setting, and by that of the console and the documents. */
const dark = (before: string, root: string, after: string): string =>
  `${before}${root}{color-scheme:dark;${DARK}}${root} openapi-explorer{${DARK_VIEWER}}${after}`;

/** The viewer takes its colours from attributes; styles set on the element itself win. */
const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1b211f;--ink-2:#4d5753;--line:#d9ddd8;--brand:#1f5f5b}
body{margin:0;display:flex;flex-direction:column;height:100vh;height:100dvh;
  font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;background:var(--ground);color:var(--ink)}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 1.25rem;padding:.5rem 1rem;
  border-bottom:1px solid var(--line)}
header p{margin:0;color:var(--ink-2);font-size:13px}
h1{margin:0;font-size:1.15rem}
a{color:var(--brand)}
body>p,noscript p{margin:2rem 1rem}
openapi-explorer{flex:1;min-height:0;
  --font-regular:system-ui,-apple-system,"Segoe UI",sans-serif;
  --font-mono:ui-monospace,"Cascadia Mono",Consolas,monospace;
  --font-size-regular:15px;--font-size-small:13px;--font-size-mono:13px;
}
${dark('@media (prefers-color-scheme:dark){', ':root:not([data-theme=light])', '}')}
${dark('', ':root[data-theme=dark]', '')}
:root[data-theme=light]{color-scheme:light}
`;

const DEMO_NOTE =
  '<p id="demo-key" hidden>The demo key is filled in: calls search the sandbox, where all homes are synthetic data.</p>';

/** The page; without the viewer it shows what to run. */
export function referencePage(hasViewer: boolean, hasConsole: boolean): string {
  const scripts = [
    ...(hasViewer ? [EXPLORER_PATH] : []),
    ...(hasViewer && hasConsole ? [SCRIPT_PATH] : []),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rowhouse API</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
${hasViewer ? `<script src="${FIRST_PATH}"></script>` : ''}
${scripts.map((path) => `<script type="module" src="${path}"></script>`).join('\n')}</head>
<body>
<header>
<h1>Rowhouse API</h1>
<a href="/docs">Documentation</a>
${hasConsole ? '<a href="/">Back to the console</a>' : ''}
<a href="${BASE_PATH}${OPENAPI_PATH}">OpenAPI document</a>
${hasConsole ? DEMO_NOTE : ''}
</header>
${hasViewer ? EXPLORER : MISSING}
<noscript><p>This page needs JavaScript. The description itself is at
<a href="${BASE_PATH}${OPENAPI_PATH}">${BASE_PATH}${OPENAPI_PATH}</a>.</p></noscript>
</body></html>
`;
}

/** The API reference at /docs: our own OpenAPI document in the OpenAPI Explorer web component. */
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { BASE_PATH } from '#contract/envelope.js';
import { OPENAPI_PATH } from '#contract/routes.js';
import { documentForDocs } from './docs-document.js';
import { type FixedBody, sendFixed, toFixed } from './fixed-body.js';

const DOCS_PATH = '/docs';
const EXPLORER_PATH = `${DOCS_PATH}/explorer.js`;
const DOCUMENT_PATH = `${DOCS_PATH}/openapi.json`;
/** One of the console's files, since it asks for the console's configuration. */
const SCRIPT_PATH = `${DOCS_PATH}/page.js`;

/**
 * Nothing but this service: no other host, no inline script, no framing. Web components style
 * themselves inline.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const SAFETY = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
};

/** Copied beside the compiled code by the build; when the sources run directly, it still lies in dist. */
const EXPLORER_FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/docs/explorer.js' : '../docs/explorer.js',
  import.meta.url,
);

export interface DocsOptions {
  /** Whether this service has a console: a page to go back to, and the one that gets the demo key. */
  readonly hasConsole: boolean;
  readonly explorerFile?: URL;
}

/** Adds the page, the viewer and its document. Without the viewer the page shows what to run. */
export function addDocsPage(app: FastifyInstance, options: DocsOptions): void {
  const { hasConsole, explorerFile = EXPLORER_FILE } = options;
  const explorer = existsSync(explorerFile)
    ? toFixed(readFileSync(explorerFile), 'text/javascript; charset=utf-8')
    : null;
  const page = docsPage(explorer !== null, hasConsole);
  const serve = (path: string, body: FixedBody) =>
    app.get(path, (request, reply) =>
      sendFixed(reply, body, request.headers['if-none-match'], SAFETY),
    );
  serve(DOCS_PATH, toFixed(Buffer.from(page), 'text/html; charset=utf-8'));
  if (explorer === null) return;
  serve(EXPLORER_PATH, explorer);
  const document = Buffer.from(JSON.stringify(documentForDocs()));
  serve(DOCUMENT_PATH, toFixed(document, 'application/json; charset=utf-8'));
}

const MISSING =
  '<p>The viewer is not built: run <code>npm run build</code> and start the service again.</p>';

const EXPLORER = `<openapi-explorer spec-url="${DOCUMENT_PATH}" server-url="/"
  hide-server-selection hide-components bg-color="#ffffff" text-color="#1b211f"
  primary-color="#1f5f5b" secondary-color="#6fb5ad" nav-bg-color="#222a28" nav-text-color="#b4beba"
  nav-hover-bg-color="#2e3735" nav-hover-text-color="#ffffff"></openapi-explorer>`;

/** The viewer takes its colours from attributes; what a page sets on the element itself goes first. */
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
@media (prefers-color-scheme:dark){
:root{--ground:#111615;--ink:#e8ecea;--ink-2:#b4beba;--line:#2e3735;--brand:#58b3aa}
openapi-explorer{
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
}}
`;

const DEMO_NOTE =
  '<p id="demo-key" hidden>The demo key is filled in: calls search the sandbox, where all homes are synthetic data.</p>';

function docsPage(hasViewer: boolean, hasConsole: boolean): string {
  const scripts = [
    ...(hasViewer ? [EXPLORER_PATH] : []),
    ...(hasViewer && hasConsole ? [SCRIPT_PATH] : []),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rowhouse API</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
${scripts.map((path) => `<script type="module" src="${path}"></script>`).join('\n')}</head>
<body>
<header>
<h1>Rowhouse API</h1>
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

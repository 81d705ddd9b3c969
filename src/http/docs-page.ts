/** The API reference at /docs: our own OpenAPI document in the OpenAPI Explorer web component. */
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { BASE_PATH } from '#contract/envelope.js';
import { OPENAPI_PATH } from '#contract/routes.js';
import { type FixedBody, sendFixed, toFixed } from './fixed-body.js';

const DOCS_PATH = '/docs';
const SCRIPT_PATH = `${DOCS_PATH}/explorer.js`;

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
const SCRIPT_FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/docs/explorer.js' : '../docs/explorer.js',
  import.meta.url,
);

/** Adds the page and its script. Without the script the page says what to run. */
export function addDocsPage(app: FastifyInstance, scriptFile: URL = SCRIPT_FILE): void {
  const script = existsSync(scriptFile)
    ? toFixed(readFileSync(scriptFile), 'text/javascript; charset=utf-8')
    : null;
  const page = toFixed(Buffer.from(docsPage(script)), 'text/html; charset=utf-8');
  app.get(DOCS_PATH, (request, reply) =>
    sendFixed(reply, page, request.headers['if-none-match'], SAFETY),
  );
  if (script === null) return;
  app.get(SCRIPT_PATH, (request, reply) =>
    sendFixed(reply, script, request.headers['if-none-match'], SAFETY),
  );
}

const MISSING =
  '<p>The viewer is not built: run <code>npm run build</code> and start the service again.</p>';

const EXPLORER = `<openapi-explorer spec-url="${BASE_PATH}${OPENAPI_PATH}" server-url="/"
  hide-server-selection hide-components bg-color="#fff" text-color="#2b2b2b"
  primary-color="#7a3420" secondary-color="#e6b06a" nav-bg-color="#2e2623" nav-text-color="#ddd5ce"
  nav-hover-bg-color="#453732" nav-hover-text-color="#fff"></openapi-explorer>`;

function docsPage(script: FixedBody | null): string {
  const tag = script === null ? '' : `<script type="module" src="${SCRIPT_PATH}"></script>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rowhouse API</title>
<link rel="icon" href="data:,">
<style>
body{margin:0;font:16px/1.5 system-ui,sans-serif}
body>p{margin:3rem}
openapi-explorer{
  --font-regular:system-ui,-apple-system,"Segoe UI",sans-serif;
  --font-mono:ui-monospace,"Cascadia Mono",Consolas,monospace;
  --font-size-regular:15px;--font-size-small:13px;--font-size-mono:13px;
}
</style>
${tag}</head>
<body>
${script === null ? MISSING : EXPLORER}
<noscript><p>This page needs JavaScript. The description itself is at
<a href="${BASE_PATH}${OPENAPI_PATH}">${BASE_PATH}${OPENAPI_PATH}</a>.</p></noscript>
</body></html>
`;
}

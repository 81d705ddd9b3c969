import { BASE_PATH } from '#contract/envelope.js';
import { SEARCH_ROUTES } from '#contract/routes.js';

/** The page at `/`: what runs here and a line to try. */
export function homePage(host: string): string {
  const curl = `curl -H "Authorization: Bearer $ROWHOUSE_KEY" "http://${escape(host)}/v1/portal_a/listings?zip=78704"`;
  const routes = SEARCH_ROUTES.map(
    ({ path, params }) =>
      `<li><code>${BASE_PATH}${path}</code><br><small>${params.join(', ')}</small></li>`,
  ).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rowhouse</title>
<style>
:root{color-scheme:light dark}
body{font:16px/1.55 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1.2rem}
pre{padding:.8rem 1rem;border:1px solid #8886;border-radius:6px;overflow-x:auto}
h1{margin-bottom:.2rem}
</style></head>
<body>
<h1>Rowhouse</h1>
<p>Every listing source, one typed row. This service is running.</p>
<h2>One search</h2>
<pre>${escape(curl)}</pre>
<p>A search answers <b>200</b> with rows at once when they are cached, or <b>202</b> with a job to poll:
follow <code>poll_url</code> with <code>?wait=20</code>. One complete call costs one credit; failed
calls cost nothing.</p>
<h2>Routes</h2>
<ul>
${routes}
<li><code>/v1/jobs/{request_id}?wait=20</code></li>
<li><code>/v1/sources</code>: how every source does</li>
</ul>
<p>The reference of the API is at <a href="/docs">/docs</a>, its OpenAPI document at
<a href="/v1/openapi.json">/v1/openapi.json</a>.</p>
<p>The demo key was printed when the service first started. Health: <a href="/healthz">/healthz</a>,
readiness: <a href="/readyz">/readyz</a>.</p>
</body></html>
`;
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

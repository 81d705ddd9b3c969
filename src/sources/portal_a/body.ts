/** The search state in a body: the JSON of the state call, or a page with the same in a script. */
import { SourceError } from '../driver.js';
import { jsonOf } from '../json-body.js';
import { rawOf } from '../raw-values.js';

/** The script that holds a page's data. */
const SCRIPT = '__NEXT_DATA__';

/** The search state from either entry, unchecked. Throws SourceError. */
export function searchStateIn(body: string): unknown {
  const text = body.trim();
  if (!text.startsWith('<')) return jsonOf('portal_a', text);
  const { props } = rawOf(jsonOf('portal_a', scriptIn(text)));
  return rawOf(rawOf(props).pageProps).searchPageState;
}

/** The JSON text in the page's script. */
function scriptIn(html: string): string {
  const name = html.indexOf(SCRIPT);
  const start = name < 0 ? -1 : html.indexOf('>', name) + 1;
  const end = start <= 0 ? -1 : html.indexOf('</script', start);
  if (end >= 0) return html.slice(start, end);
  if (name < 0) {
    throw new SourceError('refused', 'portal_a answered with a challenge page instead of data.');
  }
  throw new SourceError('down', 'portal_a sent a truncated page.');
}

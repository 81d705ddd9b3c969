/** The lines that a start of the service prints. */
import { BASE_PATH } from '#contract/envelope.js';
import { SEARCH_ROUTES, VISIT_PATH } from '#contract/routes.js';
import { consoleLink } from './demo-key.js';
import type { Running } from './serve.js';
import type { Upgrade } from './upgrade.js';

/** A search to try first. */
const { path, starter } = SEARCH_ROUTES[0];
const FIRST_SEARCH = `${BASE_PATH}${path}?${new URLSearchParams(starter.values).toString()}`;

/** What a start prints: the addresses, and what to try first. */
export function greeting(running: Running): string {
  const lines = [
    '',
    '  Rowhouse is running.',
    ...(running.apiUrl === ''
      ? []
      : [`  console            ${running.apiUrl}/`, `  API                ${running.apiUrl}/v1`]),
    `  admin listener     ${running.adminUrl}`,
  ];
  if (running.sandboxUrl !== null) {
    lines.push(
      `  sandbox portals    ${running.sandboxUrl}`,
      '',
      '  Sources without an address are served by the built-in sandbox: its homes are synthetic data.',
      '  Real sales, from open data: rowhouse open add new-york-city-sales (845,000 sales, about 6 minutes)',
      '',
    );
  }
  lines.push(...upgradeLines(running.upgrade));
  const { demo, apiUrl } = running;
  if (demo?.isNew === true && apiUrl !== '') {
    lines.push(
      `  demo key           ${demo.key}`,
      '',
      '  Open the console with it:',
      `  ${consoleLink(apiUrl, demo.key)}`,
      '',
      '  Try it:',
      `  curl -s -H "Authorization: Bearer ${demo.key}" "${apiUrl}${FIRST_SEARCH}"`,
    );
  } else if (running.isPublicDemo && apiUrl !== '') {
    lines.push(
      '  Visitors get a key in the console, or by a call. Try it:',
      `  curl -s -X POST ${apiUrl}${BASE_PATH}${VISIT_PATH}`,
    );
  } else if (demo !== null) {
    lines.push('', '  Show the demo key, and the link to the console with it: rowhouse keys demo');
  } else {
    lines.push(
      '',
      '  Create an account and its key with: rowhouse accounts create --name NAME --extra-credits 1000',
    );
  }
  return `${lines.join('\n')}\n\n`;
}

function upgradeLines({ ran, backup }: Upgrade): string[] {
  if (backup === null) return [];
  const migrations = `${ran.length} migration${ran.length === 1 ? '' : 's'}`;
  return [
    `  The database was migrated from schema ${backup.from} to ${backup.to} (${migrations}).`,
    `  Its backup from before: ${backup.file}`,
    '  To go back, stop this version and run the earlier one on a restored copy:',
    `  ${backup.restore}`,
    '',
  ];
}

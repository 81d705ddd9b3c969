// The printed parts of docs/api.md and docs/errors.md, from the tables of the contract.
import { LIMITS } from '#base/limits.js';
import { HOUR_S } from '#contract/durations.js';
import { ERRORS, type ErrorCode } from '#contract/errors.js';
import { codesOf } from '#contract/openapi/error-responses.js';
import { LOOKUP_ROUTES, SEARCH_ROUTES } from '#contract/routes.js';
import { NOTE_REASONS } from '#contract/values.js';
import { SETUP } from './docs/operations.js';
import { messageOf, operationTable } from './docs/reference.js';
import { printTable } from './print-table.js';
import { withPart } from './printed-part.js';

const END = '<!-- End of the printed part. -->';
/** A page that only the site has. */
const ADDRESS = /`(\/docs\/[\w/]+)`/g;
const code = (text: string): string => `\`${text}\``;

/** docs/api.md with its parts printed again; on the site, operations are links to their pages. */
export function withApiParts(document: string, isLinked = false): string {
  const parts = {
    setup: Object.entries(SETUP)
      .map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``)
      .join('\n\n'),
    freshness: freshness(),
    reasons: printTable([
      ['reason', 'meaning'],
      ...Object.entries(NOTE_REASONS).map(([reason, meaning]) => [code(reason), meaning]),
    ]),
    errors: printTable([
      ['status', 'codes'],
      ...[...codesOf('Page')].map(([status, codes]) => [
        String(status),
        codes.map((name) => `[${code(name)}](errors.md#${name})`).join(', '),
      ]),
    ]),
    operations: operationTable(isLinked),
  };
  const printed = Object.entries(parts).reduce(
    (text, [name, part]) =>
      withPart(
        text,
        `<!-- Printed by \`npm run docs:routes\`: ${name}. Do not edit. -->`,
        END,
        part,
      ),
    document,
  );
  return isLinked ? printed.replace(ADDRESS, '[$&]($1)') : printed;
}

/** How long the results of routes are fresh, unless the operator changes it. */
function freshness(): string {
  const routes = [...SEARCH_ROUTES, ...LOOKUP_ROUTES];
  return printTable([
    ['fresh for (default)', 'routes'],
    ...[...new Set(routes.map(({ cache }) => cache))].map((cache) => [
      minutes(LIMITS[cache].value),
      routes.flatMap((one) => (one.cache === cache ? [code(one.path)] : [])).join(', '),
    ]),
  ]);
}

const minutes = (seconds: number): string =>
  seconds < 2 * HOUR_S ? `${seconds / 60} min` : `${seconds / HOUR_S} h`;

/** docs/errors.md with the status and the message of each code below its heading. */
export const withErrorTexts = (document: string): string =>
  document.replace(/^(## (\w+)\n\n)\*\*.*$/gm, (_all, heading: string, name: string) => {
    const known = name as ErrorCode;
    return `${heading}**${ERRORS[known].http}.** ${messageOf(known)}`;
  });

/** Whether a source works, in one sentence at the end of a probe's report. */
import type { Probe } from '#collect/checks/probe.js';
import { SourceError } from '#collect/sources.js';
import { PROBE_REQUESTS_MAX, PROBE_S_MAX } from '#contract/limits.js';
import { DROP_CAUSES } from '#domain/parsed-row.js';

export interface Conclusion {
  readonly result: 'works' | 'works_with_loss' | 'does_not_work';
  readonly conclusion: string;
}

const works = (more = ''): Conclusion => ({ result: 'works', conclusion: `works${more}` });
const loses = (what: string): Conclusion => ({
  result: 'works_with_loss',
  conclusion: `works with loss of ${what}`,
});
const fails = (why: string): Conclusion => ({
  result: 'does_not_work',
  conclusion: `does not work: ${why}`,
});

export const unconfiguredConclusion = (source: string): Conclusion =>
  fails(
    `no address is configured (ROWHOUSE_UPSTREAM_${source.toUpperCase()}), and the sandbox is off. Nothing was sent.`,
  );

export function conclusionOf(found: Probe, kept: readonly string[]): Conclusion {
  const { ended, rows, requests } = found;
  if (ended instanceof SourceError) {
    const isPartial = rows.length > 0 && (ended.kind === 'down' || ended.kind === 'busy');
    return isPartial
      ? loses(`the rows after request ${requests.length}: ${causeOf(ended)}`)
      : fails(causeOf(ended));
  }
  if (rows.length === 0) return withoutRows(found, kept);
  const lost = lossesOf(found);
  if (lost.length > 0) return loses(lost.join('; ') + failuresOf(found));
  return works((kept.length > 0 ? keptHere(kept) : absentOf(found)) + failuresOf(found));
}

/** Failed requests that did not end the search: one was retried, or a place queried another way. */
function failuresOf({ requests }: Probe): string {
  const failed = requests.filter(({ status }) => status !== 200).length;
  return failed === 0 ? '' : `; ${failed} of ${requests.length} requests failed`;
}

const keptHere = (kept: readonly string[]): string =>
  `, on the rows of ${kept.join(', ')} that are stored here: searches do not query this feed`;

/** The cause in one word, and the sentence that callers get. */
function causeOf({ kind, blocked, message }: SourceError): string {
  const said = message.replace(/ ?Nothing was charged[^.]*\.$/, '');
  return `${blocked ? 'blocked' : CAUSES[kind]}. ${said}`;
}

const CAUSES: Readonly<Record<SourceError['kind'], string>> = {
  refused: 'refused',
  busy: 'too many requests',
  down: 'no usable answer',
  changed: 'another format',
  unconfigured: 'not configured',
};

/** The source answered, but no row is in the area. */
function withoutRows(found: Probe, kept: readonly string[]): Conclusion {
  const { ended, dropped, requests } = found;
  if (ended === 'time') return fails(`no row within ${PROBE_S_MAX} s`);
  if (ended === 'requests')
    return fails(`no row of this ZIP within ${PROBE_REQUESTS_MAX} requests`);
  const left = wordsOf(dropped);
  const others = left === '' ? '' : `, and excluded rows: ${left}`;
  if (requests.length === 0) return works(`, with no rows${keptHere(kept)}`);
  return works(`, with no rows of this ZIP${others}: try a ZIP with homes${failuresOf(found)}`);
}

/** Row counts by the cause that dropped them. */
export const wordsOf = (dropped: Probe['dropped']): string =>
  Object.entries(dropped)
    .map(([cause, count]) => `${count} ${DROP_CAUSES[cause as keyof typeof DROP_CAUSES]}`)
    .join(', ');

/** What is certainly missing. */
function lossesOf({ faults, members, missing, dropped }: Probe): string[] {
  const lost = members.missing.filter(({ is_lost }) => is_lost).flatMap(({ fields }) => fields);
  const fields = [...new Set([...faults.keys(), ...lost])];
  const unreadable = dropped.unreadable ?? 0;
  return [
    ...(fields.length > 0 ? [fields.join(', ')] : []),
    ...(unreadable > 0 ? [`${unreadable} rows in an unknown format`] : []),
    ...(missing.length > 0 ? [`rows: ${missing.join('; ')}`] : []),
  ];
}

/** Fields that no row has: the source may have lost them, or the homes of this ZIP lack them. */
function absentOf({ members }: Probe): string {
  const fields = new Set(members.missing.flatMap((one) => one.fields));
  return fields.size === 0
    ? ''
    : `; but no row has the members for ${[...fields].join(', ')}: try a ZIP with other homes`;
}

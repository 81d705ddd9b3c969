import { OperatorError } from '#base/operator-error.js';
import { reportAnswer } from '#collect/checks/report-answer.js';
import { SOURCES, type SourceName } from '#contract/sources.js';
import { KINDS, type Kind } from '#contract/values.js';
import type { Geo } from '#geo/geo.js';

/**
 * Reports on a recorded answer (collect/checks/report-answer.ts). Throws SourceError as well as
 * OperatorError.
 */
export function reportSource(geo: Geo, source: string, kind: string, body: string, nowMs: number) {
  const report = reportAnswer(geo, source as SourceName, kind as Kind, body, nowMs);
  if (report !== null) return report;
  throw new OperatorError(
    `No driver exists for ${source} ${kind}. Sources: ${SOURCES.join(', ')}; kinds: ${KINDS.join(', ')}.`,
  );
}

/** The JSON in an answer's body: one of the few places with a catch, for every source. */
import { SourceError } from './driver.js';

/**
 * The value in `text`. Text that begins as JSON and does not parse was cut off in transit, so a
 * retry may help: `down`. Anything else is another format: `changed`.
 */
export function jsonOf(source: string, text: string): unknown {
  const start = text.trimStart().charAt(0);
  if (start === '') throw new SourceError('down', `${source} sent an empty response.`);
  if (start !== '{' && start !== '[') {
    throw new SourceError('changed', `${source} sent a changed format: the response is not JSON.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError('down', `${source} sent a truncated response.`);
  }
}

/** The value in `text`, or `other` if it is no JSON: for texts that only explain a failure. */
export function readJsonOr(text: string, other: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return other;
  }
}

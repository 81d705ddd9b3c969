/** The JSON in an answer's body: one of the few places where a catch stands, for every source. */
import { SourceError } from './driver.js';

/**
 * The value that `text` spells. Text that begins as JSON and does not parse was cut off on the way,
 * so asking again may help: `down`. Anything else is not what we asked for: `changed`.
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

/** The value that `text` spells, or another when it is no JSON: for texts that only explain a failure. */
export function readJsonOr(text: string, other: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return other;
  }
}

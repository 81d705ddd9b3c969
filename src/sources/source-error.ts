/** The failure of a source, as its driver and the requests to it throw it. */
import type { SourceName } from '#contract/sources.js';

/**
 * Why a source gave nothing: `refused` (a 403 or a challenge page: a no), `busy` (429 until the retries
 * ended), `down` (timeouts, broken connections, 5xx), `changed` (an answer whose shape no longer
 * fits), `unconfigured` (the operator named no address).
 */
export type SourceErrorKind = 'refused' | 'busy' | 'down' | 'changed' | 'unconfigured';

/** What a source says may name addresses. */
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]*/gi;
/** Control characters and halves of a character, which the database takes in no error. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]+/gu;

/** A failure of the source: neither the caller's nor ours. The message is a sentence for the caller. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly kind: SourceErrorKind;
  /** Whether a challenge stands before the source: it is not asked for anything else at once either. */
  readonly blocked: boolean;
  /** Whether the answer is for another place than the one asked for. */
  readonly isElsewhere: boolean;
  constructor(
    kind: SourceErrorKind,
    message: string,
    { blocked = false, isElsewhere = false } = {},
  ) {
    // A source's own words may name the upstream's address, which is for the operator alone.
    super(message.replaceAll(ADDRESS, '(an address)').replaceAll(UNPRINTABLE, ' '));
    this.kind = kind;
    this.blocked = blocked;
    this.isElsewhere = isElsewhere;
  }
}

/** The answer is for another place than the one asked for. */
export const elsewhereAnswer = (source: SourceName): SourceError =>
  new SourceError(
    'changed',
    `${source} sent a changed format: none of its homes is in the requested area.`,
    { isElsewhere: true },
  );

/** How a source says that its answers are no longer in the form that is read: "… : the total is missing." */
export const changedAnswer =
  (source: SourceName) =>
  (what: string): SourceError =>
    new SourceError('changed', `${source} sent a changed format: ${what}.`);

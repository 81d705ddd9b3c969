/** The failure of a source, thrown by its driver and by requests to it. */
import type { SourceName } from '#contract/sources.js';

/**
 * Why a source returned nothing: `refused` (a 403 or a challenge page), `busy` (429 until the
 * retries ended), `down` (timeouts, broken connections, 5xx), `changed` (an answer in another
 * format), `unconfigured` (the operator set no address).
 */
export type SourceErrorKind = 'refused' | 'busy' | 'down' | 'changed' | 'unconfigured';

/** A source's text may contain addresses. */
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]*/gi;
/** Control characters and lone surrogates, which the database accepts in no error. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]+/gu;

/** A failure of the source, not of the caller or this service. The message is for the caller. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly kind: SourceErrorKind;
  /** Whether a challenge blocks the source: it gets no other request at once either. */
  readonly blocked: boolean;
  /** Whether the answer is for a place other than the requested one. */
  readonly isElsewhere: boolean;
  constructor(
    kind: SourceErrorKind,
    message: string,
    { blocked = false, isElsewhere = false } = {},
  ) {
    // A source's own text may name the upstream's address, which only the operator may see.
    super(message.replaceAll(ADDRESS, '(an address)').replaceAll(UNPRINTABLE, ' '));
    this.kind = kind;
    this.blocked = blocked;
    this.isElsewhere = isElsewhere;
  }
}

/** The answer is for a place other than the requested one. */
export const elsewhereAnswer = (source: SourceName): SourceError =>
  new SourceError(
    'changed',
    `${source} sent a changed format: none of its homes is in the requested area.`,
    { isElsewhere: true },
  );

/** The error for an answer in another format: "… sent a changed format: the total is missing." */
export const changedAnswer =
  (source: SourceName) =>
  (what: string): SourceError =>
    new SourceError('changed', `${source} sent a changed format: ${what}.`);

/**
 * Silent changes that nothing can notice, each with the reason. An entry that no silent case matches any more
 * fails the tests. All others are counted in ceilings.ts.
 */
import type { Case } from './run-cases.js';

export interface Allowed {
  readonly change: string;
  /** The members; all when left out. */
  readonly member?: RegExp;
  readonly reason: string;
}

export const ALLOWED_OF_MEMBERS: readonly Allowed[] = [
  {
    change: 'of the next row',
    reason:
      'each value is one that the source has for another row: only a second member of the same row can ' +
      'contradict it, and where there is one the case is not silent',
  },
];

export const ALLOWED_OF_BEHAVIOUR: readonly Allowed[] = [
  {
    change: 'old: an answer of a month ago',
    reason: 'homes that were for sale a month ago look like homes that are for sale',
  },
];

const ALLOWED = [...ALLOWED_OF_MEMBERS, ...ALLOWED_OF_BEHAVIOUR];

export const matches = (
  { change, member }: Allowed,
  { change: made, member: of, outcome }: Case,
): boolean => outcome === 'silent' && made === change && (member?.test(of) ?? true);

/** Whether a case is silent and no entry says why it may be. */
export const isUnexplained = (one: Case): boolean =>
  one.outcome === 'silent' && !ALLOWED.some((entry) => matches(entry, one));

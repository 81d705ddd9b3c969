import { type Absent, isAbsent } from '#domain/parsed-row.js';

/** States whose law lets the parties keep a sale price to themselves. */
const NON_DISCLOSURE_STATES: ReadonlySet<string> = new Set(
  'AK ID KS LA MS MO MT NM ND TX UT WY'.split(' '),
);

/** Whether sale prices are public in the state; an unknown state counts as one where they are. */
export const discloses = (state: string | Absent): boolean =>
  isAbsent(state) || !NON_DISCLOSURE_STATES.has(state);

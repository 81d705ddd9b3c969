/** States in which sale prices are private. */
import { type Absent, isAbsent } from './parsed-row.js';

/** States whose law lets the parties keep a sale price private. */
export const NON_DISCLOSURE_STATES: ReadonlySet<string> = new Set(
  'AK ID KS LA MS MO MT NM ND TX UT WY'.split(' '),
);

/** Whether sale prices are public in the state; true for an unknown state. */
export const discloses = (state: string | Absent): boolean =>
  isAbsent(state) || !NON_DISCLOSURE_STATES.has(state);

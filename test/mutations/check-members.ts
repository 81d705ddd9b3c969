/** The suite of changes of members, over some sources and kinds. */
import assert from 'node:assert/strict';
import { geography } from '../support/geography.js';
import { isUnexplained } from './allowed.js';
import { checkCases } from './check-cases.js';
import { memberCases, ROUTES } from './run-cases.js';

/** A source with fewer members than this was not understood. */
const MEMBERS_MIN = 10;
/** Of the changes that are no probes, each member gets one in this many; the command makes all. */
const EVERY = 12;

const SOURCES = [...new Set(ROUTES.map(({ source }) => source))];

/**
 * One of four quarters of the sources with all their kinds: one file each, as files run in
 * parallel. The first source has the most changes, and a quarter of its own.
 */
export const quarter = (nth: 1 | 2 | 3 | 4): typeof ROUTES =>
  ROUTES.filter(({ source }) => {
    const at = Math.ceil((SOURCES.indexOf(source) * 4) / SOURCES.length);
    return Math.min(at, 3) === nth - 1;
  });

export function checkMembers(routes: typeof ROUTES): void {
  const geo = geography();
  checkCases({
    part: 'members',
    routes,
    run: async (source, kind) => {
      const cases = await memberCases(geo, source, kind, {
        every: EVERY,
        // A reason that holds for the first page holds with any later one.
        isJudged: (one) => !isUnexplained(one),
      });
      const members = new Set(cases.map(({ member }) => member));
      assert.ok(members.size > MEMBERS_MIN, `only ${members.size} members are read`);
      return cases;
    },
  });
}

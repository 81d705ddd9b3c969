/**
 * A source changes a member of its rows: every change of the table, for every member that is read, of the
 * first half of the sources and kinds. `npm run mutations` prints each case.
 */
import { checkMembers } from './check-members.js';
import { ROUTES } from './run-cases.js';

checkMembers(ROUTES.slice(0, ROUTES.length / 2));

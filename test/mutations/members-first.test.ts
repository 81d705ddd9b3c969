/**
 * A source changes a member of its rows: every change of the table, for every member that is read,
 * of the first quarter of the sources. `npm run mutations` prints each case.
 */
import { checkMembers, quarter } from './check-members.js';

checkMembers(quarter(1));

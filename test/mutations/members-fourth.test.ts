/** The same changes of members, of the fourth quarter of the sources. */
import { checkMembers, quarter } from './check-members.js';

checkMembers(quarter(4));

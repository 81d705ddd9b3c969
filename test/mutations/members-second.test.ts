/** The same changes of members, of the second quarter of the sources. */
import { checkMembers, quarter } from './check-members.js';

checkMembers(quarter(2));

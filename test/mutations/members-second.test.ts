/** The same changes of members, of the second quarter of the sources and kinds. */
import { checkMembers, quarter } from './check-members.js';

checkMembers(quarter(2));

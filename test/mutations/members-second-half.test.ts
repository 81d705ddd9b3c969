/** The same changes of members, of the second half of the sources and kinds. */
import { checkMembers } from './check-members.js';
import { ROUTES } from './run-cases.js';

checkMembers(ROUTES.slice(ROUTES.length / 2));

/**
 * A source behaves otherwise as a whole: counts, pages, order, place, bytes, encoding, status.
 * `npm run mutations` prints each case.
 */
import { geography } from '../support/geography.js';
import { ALLOWED_OF_BEHAVIOUR } from './allowed.js';
import { checkCases } from './check-cases.js';
import { behaviourCases, ROUTES } from './run-cases.js';

const geo = geography();

checkCases({
  part: 'behaviour',
  routes: ROUTES,
  allowed: ALLOWED_OF_BEHAVIOUR,
  run: (source, kind) => behaviourCases(geo, source, kind),
});

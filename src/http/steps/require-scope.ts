import { assert } from '#base/assert.js';
import { scopesOf } from '#contract/operations/operation.js';
import { requireScopes, requireSearch } from '#service/accounts/require-scope.js';
import type { Call } from '../call.js';

/** After step 8: the key has the scopes that the call needs. A tool checks its own. */
export function requireScope({ caller, target }: Call): void {
  assert(caller !== undefined && target !== undefined, 'the key was admitted before');
  if (target.to === 'search') requireSearch(caller);
  if (target.to === 'operation' && target.operation !== undefined) {
    requireScopes(caller, scopesOf(target.operation));
  }
}

/** What a key may do within the rights of its account. */
import { KEY_SCOPES, type KeyScope } from '#contract/keys.js';
import { apiError } from '#domain/api-error.js';
import type { AdmittedKey } from '#store/keys.js';

type Scoped = Pick<AdmittedKey, 'scopes'>;

const has = ({ scopes }: Scoped, scope: KeyScope): boolean => scopes?.includes(scope) ?? true;

/** The scopes of a key; by default all of them. */
export const scopesOfKey = ({ scopes }: Scoped): readonly string[] => scopes ?? KEY_SCOPES;

/** Throws 403 scope_missing for the first scope that a key does not have. */
export function requireScopes(caller: Scoped, scopes: readonly KeyScope[]): void {
  const missing = scopes.find((scope) => !has(caller, scope));
  if (missing === undefined) return;
  throw apiError('scope_missing', {
    message: `This key lacks the scope ${missing}. Send another key, or ask the operator for one.`,
  });
}

/** Throws 429 quota_exceeded for a key that may not spend: for a search it has no credits. */
export function requireSearch(caller: Scoped): void {
  if (has(caller, 'search')) return;
  throw apiError('quota_exceeded', {
    message:
      'This key may not spend credits: it lacks the scope search. Send another key, or ask the operator for one.',
  });
}

/** Whether a key spends like its account: a batch that charges cache hits checks no key limits. */
export const isUnlimited = (key: Pick<AdmittedKey, 'scopes' | 'credits_max'>): boolean =>
  key.credits_max === null && has(key, 'search');

/** The scopes of a key: every key may read, and by default it may do the rest too. */

export const KEY_SCOPES = ['read', 'search', 'watches', 'webhooks', 'secrets'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

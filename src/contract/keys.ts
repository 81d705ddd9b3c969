/** What a key may do: every key reads, and by default it does the rest too. */

export const KEY_SCOPES = ['read', 'search', 'watches', 'webhooks', 'secrets'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

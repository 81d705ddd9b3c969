/** Headers of every answer of both listeners: no caching on the way, and no type sniffing. */
export const NO_STORE = 'no-store';
export const NO_SNIFF = 'nosniff';

export const SAFE_HEADERS = {
  'cache-control': NO_STORE,
  'x-content-type-options': NO_SNIFF,
} as const;

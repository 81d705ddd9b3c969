/** Idempotency-Keys: one a search, and the same again while no answer to it has arrived. */
const RANDOM_BYTES = 16;

export interface Tokens {
  /** The key under which these words are sent. */
  of(words: string): string;
  /** The words were answered: sent again, they are a new search. */
  answered(words: string): void;
}

/** Remembers the last words that were sent; whoever sends others gives up waiting for them. */
export function openTokens(): Tokens {
  let open: { readonly words: string; readonly token: string } | null = null;
  return {
    of: (words) => {
      if (open?.words !== words) open = { words, token: newToken() };
      return open.token;
    },
    answered: (words) => {
      if (open?.words === words) open = null;
    },
  };
}

/** Not randomUUID: a console on plain HTTP in a private network has none. */
const newToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

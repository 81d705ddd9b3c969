/** An operator's mistake, in words that say what to do; not an error of the contract. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

export const NO_ACCOUNT =
  'There is no account with this id. "rowhouse accounts list" shows them all.';

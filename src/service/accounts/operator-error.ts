/** An operator's mistake, in words that say what to do; not an error of the contract. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

export const NO_ACCOUNT = 'No account has this id. "rowhouse accounts list" shows all accounts.';

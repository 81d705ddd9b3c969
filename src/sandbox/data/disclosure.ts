/** States that by law do not publish sale prices. */
const NON_DISCLOSURE: ReadonlySet<string> = new Set(
  'AK ID KS LA MS MO MT NM ND TX UT WY'.split(' '),
);

export const keepsSalePrices = (state: string): boolean => NON_DISCLOSURE.has(state);

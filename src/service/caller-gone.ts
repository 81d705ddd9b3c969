/** The caller's connection closed before it was charged: nothing is charged, and nobody is there to be answered. */
export class CallerGone extends Error {}

/** The caller's connection closed before it was charged: nothing is charged or answered. */
export class CallerGone extends Error {}

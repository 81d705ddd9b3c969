/** Lengths of time, each defined here only: in milliseconds, or in seconds as settings are. */

export const MINUTE_S = 60;
export const HOUR_S = 60 * MINUTE_S;
export const DAY_S = 24 * HOUR_S;

export const SECOND_MS = 1_000;
export const MINUTE_MS = MINUTE_S * SECOND_MS;
export const HOUR_MS = HOUR_S * SECOND_MS;
/** A day of UTC; one of a time zone may be an hour shorter or longer. */
export const DAY_MS = DAY_S * SECOND_MS;

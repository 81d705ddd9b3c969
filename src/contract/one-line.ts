/**
 * Text from strangers, for readers of plain text: a terminal, a model, a log. Rows contain what
 * sources and files wrote: no part of it may start a line, steer a terminal (ANSI escapes), change
 * the writing direction or hide.
 */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The same text on one line; a space replaces each control, format or separator character. */
export const oneLine = (text: string): string => text.replace(STEERING, ' ');

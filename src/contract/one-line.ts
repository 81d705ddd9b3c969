/**
 * Text of strangers for whoever reads plain text: a terminal, a model, a log. Rows hold what sources and files wrote: no
 * part of it may begin a line, steer a terminal (ANSI escapes), turn the direction of writing or hide.
 */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The same text on one line; a space stands for each character that does more than to be read. */
export const oneLine = (text: string): string => text.replace(STEERING, ' ');

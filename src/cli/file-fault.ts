/** Failures of the file system as one line with what to do. */

const ANOTHER_USER = 'Run this as a user with access to that path, or use another path.';

/** What to do, by the code of the failure; the message names the path. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: ANOTHER_USER,
  EPERM: ANOTHER_USER,
  EROFS: 'Mount that disk writable, or use another path.',
  ELOOP: 'Use a path whose links do not lead back to it.',
  ENAMETOOLONG: 'Use a shorter path.',
  ENOSPC: 'Free some space on this disk, then try again.',
  EISDIR: 'Name a file.',
  ENOTDIR: 'Name a directory.',
  EEXIST: 'Name a directory.',
};

/** The codes of a path that this user may not use. */
const isDenied = (code: string): boolean => ADVICE[code] === ANOTHER_USER;

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** One line with advice; null for any other failure. */
export function fileFault(error: Error): string | null {
  const code = codeOf(error);
  if (code === 'ENOENT' && 'path' in error) return `file ${String(error.path)} does not exist.`;
  const advice = ADVICE[code];
  return advice === undefined ? null : `${error.message}. ${advice}`;
}

/** The failure of a path that this user may not use, for those with better advice; or null. */
export const deniedPath = (error: unknown): string | null =>
  error instanceof Error && isDenied(codeOf(error)) ? `${error.message}.` : null;

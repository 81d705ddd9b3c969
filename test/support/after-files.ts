/**
 * Ends what the files of a process share, such as a browser, after the last of them. It is the one
 * of the running group: a compiled copy would know of no group.
 */
export const { afterFiles }: { afterFiles(end: () => unknown): void } = await import(
  new URL('../../scripts/test-group.js', import.meta.url).href
);

/**
 * A module of the console by its path below `console/src`, imported at run time, since the console
 * is compiled with the types of a browser.
 */
export const consoleModule = (path: string): Promise<unknown> =>
  import(`../../console/src/${path}`);

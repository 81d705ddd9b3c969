/** The name under which something of a source, or of a route of it, is kept. */
export const originOf = (name: string, isSandbox: boolean): string =>
  isSandbox ? `sandbox/${name}` : name;

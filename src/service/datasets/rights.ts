/** What a mapping, or an imported row, says of the rights to its data. */

/** A member that is a text; else null. */
export function textIn(of: unknown, name: string): string | null {
  const value = (of as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : null;
}

export const rightsIn = (of: unknown) => ({
  licence: textIn(of, 'licence'),
  licence_url: textIn(of, 'licence_url'),
  attribution: textIn(of, 'attribution'),
});

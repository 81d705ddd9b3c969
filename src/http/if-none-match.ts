/**
 * RFC 9110, If-None-Match: whether a caller has what an ETag names; compares weakly. `*` names none
 * of our answers, so it is ignored.
 */
export function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}

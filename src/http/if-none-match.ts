/**
 * RFC 9110, If-None-Match: whether a caller holds what an ETag names; compares weakly. `*` names no
 * answer of ours, so it is ignored.
 */
export function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}

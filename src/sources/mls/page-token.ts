/** Where the pages of a question stand: what a page token of ours holds. */
import type { PageRef } from '#domain/position.js';
import { SourceError } from '../driver.js';

export interface TokenProgress {
  /** Rows of the whole question as its first answer counted them; null when it did not. */
  readonly total: number | null;
  /** Rows shown so far. */
  readonly seen: number;
  /** The key of the last of them. */
  readonly key: string | number;
}

const TOKEN = /^(\d*)\.(\d+)\.([sn])([\s\S]+)$/;

/** Null on the first page. */
export function progressOf(at: PageRef): TokenProgress | null {
  if (!('token' in at)) return null;
  const [, total = '', seen = '', type, key = ''] = TOKEN.exec(at.token) ?? [];
  if (type === undefined)
    throw new SourceError('changed', 'mls received a request for a page that it never named.');
  return {
    total: total === '' ? null : Number(total),
    seen: Number(seen),
    key: type === 'n' ? Number(key) : key,
  };
}

export const pageAfter = ({ total, seen, key }: TokenProgress): PageRef => ({
  token: `${total ?? ''}.${seen}.${typeof key === 'number' ? 'n' : 's'}${key}`,
});

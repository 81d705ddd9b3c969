/** The content of a snapshot: its rows, and the hash that it has now. */
import type { Row } from '#contract/rows.js';

/** The rows of a content: every line after the first, which describes the snapshot. */
export const rowsOf = (content: string): Row[] =>
  content
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

/** SHA-256 of a content, hexadecimal; null where the browser computes none on plain HTTP. */
export async function hashOf(content: string): Promise<string | null> {
  if (!isSecureContext) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

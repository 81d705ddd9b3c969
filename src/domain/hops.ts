/**
 * Which installations a call has come through, in the Via header (RFC 9110, 7.6.3): each adds a
 * pseudonym of its own, so that one that is asked by itself, in a circle, knows.
 */
import { hashOf } from './hash.js';

/** Names the sandbox sources of an installation on its answers to another one. */
export const SANDBOX_HEADER = 'rowhouse-sandbox';
/** Installations that a call may have come through. */
export const HOPS_MAX = 4;
const PSEUDONYM_CHARS = 16;
const ENTRY = /(?:^|,)\s*1\.1 rowhouse-([\w-]{16})(?=\s*(?:,|$))/g;

/** The name of an installation: the same on all of its nodes, and nothing of the secret. */
export const hopOf = (secret: string): string =>
  hashOf({ installation: secret }).slice(0, PSEUDONYM_CHARS);

/** The installations that a Via header names, first to last; other proxies are left out. */
export const readHops = (via: string | undefined): readonly string[] =>
  via === undefined ? [] : [...via.matchAll(ENTRY)].map(([, hop]) => hop ?? '');

export const writeHops = (hops: readonly string[]): string =>
  hops.map((hop) => `1.1 rowhouse-${hop}`).join(', ');

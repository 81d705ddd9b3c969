/**
 * Jobs of this browser whose rows were not delivered: someone stopped waiting, or closed the page.
 */
import type { RowhouseError } from '#client/index.js';
import { hasEnded } from '../service/client.js';
import { writeLink } from '../shell/link.js';
import { openStored, useStored } from '../shell/stored.js';
import type { Draft } from './draft.js';
import { isLinked, titleOf } from './searches.js';

export interface Unfinished {
  readonly requestId: string;
  /** The inputs and the pages before this one; one entry for each. */
  readonly link: string;
  readonly title: string;
  /** When it was started, in ISO 8601. */
  readonly at: string;
}

/** The oldest of more are forgotten. */
const UNFINISHED_MAX = 20;

const store = openStored<readonly Unfinished[]>('rowhouse-unfinished', (kept) =>
  Array.isArray(kept) ? kept.filter(isUnfinished).slice(0, UNFINISHED_MAX) : [],
);

/** Newest first. */
export const useUnfinished = (): readonly Unfinished[] => useStored(store);

export function forgetUnfinished(link: string): void {
  const others = store.get().filter((each) => each.link !== link);
  if (others.length < store.get().length) store.set(others);
}

export interface JobFollower {
  /** The service has accepted the job. */
  pending(requestId: string): void;
  delivered(requestId: string): void;
  failed(error: RowhouseError): void;
}

/** Keeps the job of each page of a search from its acceptance to its delivery. */
export function followJobs(draft: Draft, loaded: readonly string[]): JobFollower {
  const before = [...loaded];
  const link = () => writeLink(draft, before);
  return {
    pending: (requestId) => {
      if (before.includes(requestId)) return;
      const page = before.length === 0 ? '' : `, page ${before.length + 1}`;
      const title = titleOf(draft) + page;
      const entry = { requestId, link: link(), title, at: new Date().toISOString() };
      const others = store.get().filter((each) => each.link !== entry.link);
      store.set([entry, ...others].slice(0, UNFINISHED_MAX));
    },
    delivered: (requestId) => {
      forgetUnfinished(link());
      before.push(requestId);
    },
    failed: (error) => {
      if (hasEnded(error)) forgetUnfinished(link());
    },
  };
}

function isUnfinished(value: unknown): value is Unfinished {
  return isLinked<Unfinished>(value, ['requestId', 'link', 'title', 'at']);
}

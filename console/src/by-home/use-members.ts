/** Who else shows the homes of a table: looked up, free, once it is grouped by home. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RowhouseError } from '#client/index.js';
import { HOMES_ASKED_MAX } from '#contract/homes.js';
import type { MembersOfHome } from '#contract/operations/homes.js';
import type { Row } from '#contract/rows.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import { connect, toError } from '../service/client.js';
import type { Homes } from './lines.js';

/** Homes that are looked up; a call has 50 of them, and calls are counted. */
export const HOMES_MAX = 1_000;

export type Members =
  | { readonly status: 'off' }
  | { readonly status: 'loading'; readonly done: number; readonly of: number }
  | { readonly status: 'loaded'; readonly homes: Homes; readonly leftOut: number }
  | { readonly status: 'failed'; readonly error: RowhouseError };

export interface MembersHandle {
  readonly members: Members;
  retry(): void;
}

const OFF: Members = { status: 'off' };

/** Looks up the homes of the rows while `isOn`; again where other rows are loaded. */
export function useMembers(
  rows: readonly Row[],
  apiKey: string | null,
  isOn: boolean,
): MembersHandle {
  const ids = useMemo(() => [...new Set(rows.flatMap((row) => homeIdOf(row) ?? []))], [rows]);
  const [members, setMembers] = useState(OFF);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!isOn || apiKey === null) return setMembers(OFF);
    const control = new AbortController();
    const report = (now: Members) => {
      if (!control.signal.aborted) setMembers(now);
    };
    void lookUp(ids, { apiKey, signal: control.signal }, report);
    return () => control.abort();
  }, [ids, apiKey, isOn, turn]);
  return { members, retry: useCallback(() => setTurn((now) => now + 1), []) };
}

async function lookUp(
  ids: readonly string[],
  { apiKey, signal }: { readonly apiKey: string; readonly signal: AbortSignal },
  report: (members: Members) => void,
): Promise<void> {
  const asked = ids.slice(0, HOMES_MAX);
  const homes = new Map<string, MembersOfHome>();
  try {
    const client = connect(apiKey);
    for (let done = 0; done < asked.length; done += HOMES_ASKED_MAX) {
      report({ status: 'loading', done, of: asked.length });
      const part = asked.slice(done, done + HOMES_ASKED_MAX);
      const answer = await client.homeMembers(part, { signal });
      for (const home of answer.homes) homes.set(home.home_id, home);
    }
    report({ status: 'loaded', homes, leftOut: ids.length - asked.length });
  } catch (cause) {
    report({ status: 'failed', error: toError(cause) });
  }
}

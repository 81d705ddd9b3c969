/** The pages of a search that was loaded before: opened again, free. */
import { useCallback, useEffect, useState } from 'react';
import type { RowhouseError } from '#client/index.js';
import { toError } from '../service/client.js';
import { type LoadedPage, openPage } from '../service/load-page.js';
import type { Side } from './link.js';

export type Loaded =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly done: number; readonly of: number }
  | { readonly status: 'loaded'; readonly pages: readonly LoadedPage[] }
  | { readonly status: 'failed'; readonly error: RowhouseError };

export interface LoadedHandle {
  readonly loaded: Loaded;
  retry(): void;
}

const NONE: Loaded = { status: 'none' };

export function useLoaded(side: Side | null, apiKey: string): LoadedHandle {
  const link = side?.link ?? null;
  const ids = side?.requestIds.join(',') ?? '';
  const [state, setState] = useState({ link, loaded: NONE });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (link === null || ids === '') return setState({ link, loaded: NONE });
    const control = new AbortController();
    const report = (loaded: Loaded) => {
      if (!control.signal.aborted) setState({ link, loaded });
    };
    void loadAll(ids.split(','), { apiKey, signal: control.signal }, report);
    return () => control.abort();
  }, [link, ids, apiKey, turn]);
  const retry = useCallback(() => setTurn((now) => now + 1), []);
  // Until the effect of another link has run, the state is that of the link before.
  return { loaded: state.link === link ? state.loaded : NONE, retry };
}

async function loadAll(
  ids: readonly string[],
  options: { readonly apiKey: string; readonly signal: AbortSignal },
  report: (loaded: Loaded) => void,
): Promise<void> {
  const pages: LoadedPage[] = [];
  try {
    for (const id of ids) {
      report({ status: 'loading', done: pages.length, of: ids.length });
      pages.push(await openPage(id, options));
    }
    report({ status: 'loaded', pages });
  } catch (cause) {
    report({ status: 'failed', error: toError(cause) });
  }
}

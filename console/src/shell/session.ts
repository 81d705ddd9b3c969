/** The API key of this tab: entered, or the demo key of the link that it was opened with. */
import { useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useState } from 'react';
import { linkedKey } from './demo-key.js';

const STORED_AS = 'rowhouse-key';

/**
 * What the service sends its console before a key is known. Not part of the API, so not in the
 * client.
 */
interface ConsoleConfig {
  /** Template of raster tiles, or the path of an archive of vector tiles. */
  readonly tiles_url: string | null;
  /** Where the sandbox's invented streets are read; null where the map has none. */
  readonly streets_url: string | null;
  /** Whether the rows come from the built-in sandbox. */
  readonly sandbox: boolean;
  readonly version: string;
}

export interface Session {
  /** Null until loaded. */
  readonly config: ConsoleConfig | null;
  readonly key: string | null;
  /** Whether the key is the demo key of the service. */
  readonly demo: boolean;
  /** Stored in this tab only; null removes it. */
  setKey(key: string | null): void;
}

const UNKNOWN: ConsoleConfig = {
  tiles_url: null,
  streets_url: null,
  sandbox: false,
  version: '',
};

/** The key is kept in session storage, which ends with the tab. */
export function useSession(): Session {
  const { data, isError } = useQuery({
    queryKey: ['config'],
    queryFn: readConfig,
    staleTime: Infinity,
  });
  const [typed, setTyped] = useState(() => sessionStorage.getItem(STORED_AS));
  const [linked] = useState(linkedKey);
  const setKey = useCallback((key: string | null) => {
    if (key === null) sessionStorage.removeItem(STORED_AS);
    else sessionStorage.setItem(STORED_AS, key);
    setTyped(key);
  }, []);
  return {
    config: data ?? (isError ? UNKNOWN : null),
    key: typed ?? linked,
    demo: typed === null && linked !== null,
    setKey,
  };
}

async function readConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/console-config.json');
  if (!response.ok) throw new Error(`console-config.json: HTTP ${response.status}`);
  return (await response.json()) as ConsoleConfig;
}

interface Key {
  /** Empty while the tab has none. */
  readonly apiKey: string;
  /** Asks for another one. */
  onKey(): void;
}

export const KeyContext = createContext<Key>({ apiKey: '', onKey: () => undefined });

/** The key that everything below the header is read with. */
export const useKey = (): Key => useContext(KeyContext);

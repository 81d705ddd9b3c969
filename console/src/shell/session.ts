/**
 * The API key: entered in this tab, the demo key of the link that the tab was opened with, or the
 * one that this browser remembers.
 */
import { useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useState } from 'react';
import { forgetLinkedKey, linkedKey } from './demo-key.js';
import { openStored, useStored } from './stored.js';

const STORED_AS = 'rowhouse-key';

/** Shared by the tabs of this browser; kept only where it was chosen. */
const remembered = openStored<string | null>(
  STORED_AS,
  (kept) => (typeof kept === 'string' ? kept : null),
  (key) => key ?? undefined,
);

/**
 * What the service sends its console before a key is known. Not part of the API, so not in the
 * client.
 */
interface ConsoleConfig {
  /** Template of raster tiles, or the path of an archive of vector tiles. */
  readonly tiles_url: string | null;
  /** Where the sandbox's invented streets are read; null where the map has none. */
  readonly streets_url: string | null;
  /** Whether the built-in sandbox runs, for all sources or some. */
  readonly sandbox: boolean;
  /** Whether it is a public demo, where visitors get a key. */
  readonly demo: boolean;
}

export interface Session {
  /** Null until loaded. */
  readonly config: ConsoleConfig | null;
  readonly key: string | null;
  /** Whether the key is the demo key of the service. */
  readonly demo: boolean;
  /** Whether this browser remembers a key. */
  readonly isRemembered: boolean;
  /** Uses a key in this tab, or with `remember` in this browser. */
  setKey(key: string, remember: boolean): void;
  /** Removes the key of this tab, and what the browser remembers. */
  forget(): void;
}

const UNKNOWN: ConsoleConfig = {
  tiles_url: null,
  streets_url: null,
  sandbox: false,
  demo: false,
};

/** A key is kept in session storage, which ends with the tab, unless it is to be remembered. */
export function useSession(): Session {
  const config = useKnownConfig();
  const [typed, setTyped] = useState(() => sessionStorage.getItem(STORED_AS));
  const [linked, setLinked] = useState(linkedKey);
  const kept = useStored(remembered);
  const setKey = useCallback((key: string, remember: boolean) => {
    if (remember) {
      sessionStorage.removeItem(STORED_AS);
      forgetLinkedKey();
      setLinked(null);
      remembered.set(key);
    } else sessionStorage.setItem(STORED_AS, key);
    setTyped(remember ? null : key);
  }, []);
  const forget = useCallback(() => {
    sessionStorage.removeItem(STORED_AS);
    setTyped(null);
    remembered.set(null);
  }, []);
  return {
    config,
    key: typed ?? linked ?? kept,
    demo: typed === null && linked !== null,
    isRemembered: kept !== null,
    setKey,
    forget,
  };
}

/** Read once; every call shares the answer. */
export const useConfig = () =>
  useQuery({ queryKey: ['config'], queryFn: readConfig, staleTime: Infinity });

/** The same for what is shown; null until it is loaded. */
export function useKnownConfig(): ConsoleConfig | null {
  const { data, isError } = useConfig();
  return data ?? (isError ? UNKNOWN : null);
}

async function readConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/console-config.json');
  if (!response.ok) throw new Error(`console-config.json: HTTP ${response.status}`);
  return (await response.json()) as ConsoleConfig;
}

interface Key {
  /** Empty while there is none. */
  readonly apiKey: string;
  /** Asks for another one. */
  onKey(): void;
}

export const KeyContext = createContext<Key>({ apiKey: '', onKey: () => undefined });

/** The key that everything below the header is read with. */
export const useKey = (): Key => useContext(KeyContext);

/** The key of this tab: typed in, or the demo key of a service on this machine. */
import { useCallback, useEffect, useState } from 'react';
import { type ConsoleConfig, readConfig } from '../service/account.js';

const STORED_AS = 'rowhouse-key';

export interface Session {
  /** Null until the service has said what it is. */
  readonly config: ConsoleConfig | null;
  readonly key: string | null;
  /** Whether the key is the demo key that the service offered. */
  readonly demo: boolean;
  /** Kept in this tab only; null forgets it. */
  setKey(key: string | null): void;
}

/** Session storage ends with the tab; the key is written nowhere else. */
export function useSession(): Session {
  const [config, setConfig] = useState<ConsoleConfig | null>(null);
  const [typed, setTyped] = useState(() => sessionStorage.getItem(STORED_AS));
  useEffect(() => {
    const unknown: ConsoleConfig = { demo_key: null, tiles_url: null, sandbox: false, version: '' };
    readConfig().then(setConfig, () => setConfig(unknown));
  }, []);
  const setKey = useCallback((key: string | null) => {
    if (key === null) sessionStorage.removeItem(STORED_AS);
    else sessionStorage.setItem(STORED_AS, key);
    setTyped(key);
  }, []);
  return {
    config,
    key: typed ?? config?.demo_key ?? null,
    demo: typed === null && (config?.demo_key ?? null) !== null,
    setKey,
  };
}

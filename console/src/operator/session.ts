/** The admin token of this tab, and the name of the operator. Both end with the tab. */
import { useCallback, useMemo, useState } from 'react';
import type { AdminAccess } from './call-admin.js';

const TOKEN_AS = 'rowhouse-admin-token';
const NAME_AS = 'rowhouse-operator-name';
/** What the audit log gets where no name was given. */
const UNNAMED = 'operator page';

export interface OperatorSession {
  /** Null until a token was accepted. */
  readonly access: AdminAccess | null;
  /** Why the last token ended; null where the operator signed out. */
  readonly rejected: string | null;
  signIn(access: AdminAccess): void;
  signOut(because?: string): void;
}

export function useOperatorSession(): OperatorSession {
  const [token, setToken] = useState(() => sessionStorage.getItem(TOKEN_AS));
  const [operator, setOperator] = useState(() => sessionStorage.getItem(NAME_AS) ?? UNNAMED);
  const [rejected, setRejected] = useState<string | null>(null);
  const signIn = useCallback((access: AdminAccess) => {
    const name = access.operator.trim() === '' ? UNNAMED : access.operator.trim();
    sessionStorage.setItem(TOKEN_AS, access.token);
    sessionStorage.setItem(NAME_AS, name);
    setToken(access.token);
    setOperator(name);
    setRejected(null);
  }, []);
  const signOut = useCallback((because?: string) => {
    sessionStorage.removeItem(TOKEN_AS);
    setToken(null);
    setRejected(because ?? null);
  }, []);
  const access = useMemo(() => (token === null ? null : { token, operator }), [token, operator]);
  return { access, rejected, signIn, signOut };
}

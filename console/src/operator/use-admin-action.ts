/** Runs what a button does: one call at a time, what came of it, and its error. */
import { useState } from 'react';
import {
  type AdminCall,
  type AdminError,
  callAdmin,
  isRejected,
  toAdminError,
} from './call-admin.js';
import type { Reader } from './use-polled.js';

interface AdminAction {
  /** Sends the call unless another is under way; then says what was done. */
  act(call: AdminCall, done: string): void;
  readonly busy: boolean;
  readonly said: string;
  readonly error: AdminError | null;
}

export function useAdminAction({ access, onRejected }: Reader, refresh: () => void): AdminAction {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [error, setError] = useState<AdminError | null>(null);
  const act = (call: AdminCall, done: string) => {
    if (busy) return;
    setBusy(true);
    setSaid('');
    setError(null);
    callAdmin(access, call)
      .then(
        () => {
          setSaid(done);
          refresh();
        },
        (cause: unknown) => {
          const failed = toAdminError(cause);
          setError(failed);
          if (isRejected(failed)) onRejected(failed.message);
        },
      )
      .finally(() => setBusy(false));
  };
  return { act, busy, said, error };
}

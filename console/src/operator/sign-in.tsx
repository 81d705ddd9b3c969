/** Asks for the admin token and tries it. It is kept in this tab and sent only in the Authorization header. */
import { type FormEvent, useState } from 'react';
import { type AdminError, callAdmin, toAdminError } from './call-admin.js';
import { AdminProblem } from './freshness.js';
import type { OperatorSession } from './session.js';

export function SignIn({ session }: { readonly session: OperatorSession }) {
  const [token, setToken] = useState('');
  const [operator, setOperator] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AdminError | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const access = { token: token.trim(), operator };
    if (busy || access.token === '') return;
    setBusy(true);
    setError(null);
    callAdmin(access, { path: '/queue' })
      .then(
        () => session.signIn(access),
        (cause: unknown) => setError(toAdminError(cause)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <main id="main" tabIndex={-1} className="page sign-in">
      <h1>Operator page</h1>
      {session.rejected !== null && error === null && (
        <p className="problem" role="alert">
          You were signed out: {session.rejected}
        </p>
      )}
      <form className="panel-form" aria-label="Sign in" onSubmit={submit}>
        <TokenField value={token} onChange={setToken} />
        <label htmlFor="operator">Your name, for the audit log</label>
        <input
          id="operator"
          autoComplete="off"
          maxLength={100}
          value={operator}
          onChange={({ target }) => setOperator(target.value)}
        />
        <div className="actions">
          <button type="submit" className="primary" disabled={token.trim() === ''} aria-busy={busy}>
            Sign in
          </button>
        </div>
      </form>
      {error !== null && <AdminProblem error={error} />}
    </main>
  );
}

interface FieldProps {
  readonly value: string;
  onChange(value: string): void;
}

const TokenField = ({ value, onChange }: FieldProps) => (
  <>
    <label htmlFor="token">Admin token</label>
    <input
      id="token"
      type="password"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
    <p className="hint">
      From the file <code>admin-token</code> of the data directory, or{' '}
      <code>ROWHOUSE_ADMIN_TOKEN</code>. It stays in this tab until you close it.
    </p>
  </>
);

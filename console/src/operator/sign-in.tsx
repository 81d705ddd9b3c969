/**
 * Asks for the admin token and tries it. It is kept in this tab and sent only in the Authorization
 * header.
 */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AdminAccess, type AdminError, callAdmin } from './call-admin.js';
import { AdminProblem } from './freshness.js';
import type { OperatorSession } from './session.js';

export function SignIn({ session }: { readonly session: OperatorSession }) {
  const [token, setToken] = useState('');
  const [operator, setOperator] = useState('');
  const { mutate, isPending, error } = useMutation<unknown, AdminError, AdminAccess>({
    mutationFn: (access) => callAdmin(access, { path: '/queue' }),
    onSuccess: (_, access) => session.signIn(access),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const access = { token: token.trim(), operator };
    if (!isPending && access.token !== '') mutate(access);
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
          <button
            type="submit"
            className="primary"
            disabled={token.trim() === ''}
            aria-busy={isPending}
          >
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

/** What an operator does to accounts: creates them and their keys, gives credits, suspends them. */
import type { KeyBody } from '#contract/operator.js';
import { Confirm } from '../pages/confirm.js';
import { AdminForm, type FormField } from './admin-form.js';
import { Outcome } from './outcome.js';
import { useAdminAction } from './query.js';

const NEW_ACCOUNT: readonly FormField[] = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'plan_credits', label: 'Credits per month', type: 'number', hint: 'None when empty.' },
  { name: 'extra_credits', label: 'Credits that do not expire', type: 'number' },
  { name: 'rate_limit', label: 'Calls per minute', type: 'number' },
  { name: 'max_pending', label: 'Searches that may be pending at once', type: 'number' },
];

export const NewAccountForm = () => (
  <AdminForm
    title="New account"
    fields={NEW_ACCOUNT}
    submit="Create the account and its first key"
    done="The account was created."
    callOf={(body) => ({ path: '/accounts', body })}
  />
);

const NEW_KEY: readonly FormField[] = [
  { name: 'label', label: 'Purpose', type: 'text' },
  { name: 'expires', label: 'Last day (UTC) on which it is valid', type: 'date' },
  { name: 'credits_max', label: 'Credits that it may spend', type: 'number' },
];

export const NewKeyForm = ({ accountId }: { readonly accountId: string }) => (
  <AdminForm
    title="New key"
    fields={NEW_KEY}
    submit="Create the key"
    done="The key was created."
    callOf={(values) => ({ path: '/keys', body: { account_id: accountId, ...values } })}
  />
);

const CREDITS: readonly FormField[] = [
  { name: 'amount', label: 'Credits that do not expire', type: 'number', required: true },
];

export const GiveCreditsForm = ({ accountId }: { readonly accountId: string }) => (
  <AdminForm
    title="Give credits"
    fields={CREDITS}
    submit="Give them"
    done="The credits were given."
    callOf={(values) => ({
      path: '/credits',
      body: { account_id: accountId, kind: 'extra', ...values },
    })}
  />
);

interface StatusProps {
  readonly accountId: string;
  readonly status: string;
}

const MOVED_HINT =
  'It was frozen to move to another server. Never resume it here once it calls there: this copy lacks what was charged since, and its watches would run twice.';

/** Suspends an active account with all its keys, or lets a suspended one call again. */
export function StatusControl({ accountId, status }: StatusProps) {
  const action = useAdminAction();
  const set = (wanted: 'active' | 'suspended', done: string) =>
    action.act({ path: `/accounts/${accountId}/status`, body: { status: wanted } }, done);
  return (
    <div className="actions">
      {status === 'active' ? (
        <Confirm
          label="Suspend"
          yes="Suspend the account and all its keys"
          no="Leave it active"
          hint="Its calls are answered 403 at once; its watches stop. Nothing is deleted."
          onYes={() => set('suspended', 'The account is suspended.')}
        />
      ) : (
        <Confirm
          label="Resume"
          yes="Let the account call again"
          no={`Leave it ${status === 'moved' ? 'frozen' : 'suspended'}`}
          hint={status === 'moved' ? MOVED_HINT : 'Its keys work again at once.'}
          onYes={() => set('active', 'The account is active.')}
        />
      )}
      <Outcome of={action} />
    </div>
  );
}

/** Ends a key for ever. */
export function RevokeKey({ api_key }: { readonly api_key: KeyBody }) {
  const action = useAdminAction();
  const { act, said } = action;
  if (api_key.revoked_at !== null) {
    return (
      said !== '' && (
        <span tabIndex={-1} ref={focusIfLost}>
          {said}
        </span>
      )
    );
  }
  return (
    <>
      <Confirm
        label="Revoke"
        yes="Revoke this key"
        no="Keep it"
        hint="Its calls are answered 401 at once, for ever."
        onYes={() => act({ path: `/keys/${api_key.key_id}/revoke`, body: {} }, 'just now')}
      />
      <Outcome of={{ ...action, said: '' }} />
    </>
  );
}

/** Takes the focus of the button that is gone. */
const focusIfLost = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus();
};

/**
 * Asks for an API key, which the service must accept before it is used. It is kept in this tab, or
 * in this browser where one chooses so, and sent only in the Authorization header.
 */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { RowhouseError } from '#client/index.js';
import { connect, toError } from '../service/client.js';
import { readable } from '../text/labels.js';
import { Modal } from './popup.js';
import type { Session } from './session.js';
import { VisitKey } from './visit-key.js';

interface Props {
  readonly session: Session;
  readonly open: boolean;
  onClose(): void;
}

const DEMO_TEXT = 'The demo key is in use. Enter another key to use your account.';
const KEY_TEXT =
  'Enter an API key of your account. An operator creates one with “rowhouse accounts create”.';
const TAB_TEXT = 'Stored in this tab only, until you close it.';
const DEVICE_TEXT =
  'Stored in this browser, for all tabs, until you choose “Forget the key”. Not for a shared computer.';

export function KeyDialog({ session, open, onClose }: Props) {
  const [text, setText] = useState('');
  const [remember, setRemember] = useState(false);
  const { mutate, reset, isPending, error } = useMutation<void, RowhouseError, string>({
    mutationFn: checkKey,
  });
  const close = () => {
    // A check that is still under way no longer sets the key.
    reset();
    setText('');
    setRemember(false);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const key = text.trim();
    if (key === '' || isPending) return;
    mutate(key, {
      onSuccess: () => {
        session.setKey(key, remember);
        close();
      },
    });
  };
  return (
    <Modal open={open} onClose={close} labelledBy="key-title">
      <form className="key-form" onSubmit={submit}>
        <h2 id="key-title">API key</h2>
        <Offer session={session} onClose={close}>
          <KeyField value={text} problem={error && problemOf(error)} onChange={setText} />
          <Remember value={remember} onChange={setRemember} />
          <Buttons
            isEmpty={text.trim() === ''}
            isChecking={isPending}
            isKept={session.isRemembered || (session.key !== null && !session.demo)}
            onForget={() => {
              session.forget();
              close();
            }}
            onCancel={close}
          />
        </Offer>
      </form>
    </Modal>
  );
}

interface OfferProps extends Pick<Props, 'session' | 'onClose'> {
  readonly children: ReactNode;
}

/** The fields of a key; a demo first offers a key for this visit. */
function Offer({ session, onClose, children }: OfferProps) {
  const fields = <div className="key-fields">{children}</div>;
  if (session.config?.demo !== true) {
    return (
      <>
        <p>{session.demo ? DEMO_TEXT : KEY_TEXT}</p>
        {fields}
      </>
    );
  }
  const use = (key: string) => {
    session.setKey(key, true);
    onClose();
  };
  return (
    <>
      <VisitKey onKey={use} onCancel={onClose} />
      <details>
        <summary>Enter another key</summary>
        {fields}
      </details>
    </>
  );
}

interface ButtonsProps {
  readonly isEmpty: boolean;
  readonly isChecking: boolean;
  /** Whether there is a key to forget. */
  readonly isKept: boolean;
  onForget(): void;
  onCancel(): void;
}

const Buttons = ({ isEmpty, isChecking, isKept, onForget, onCancel }: ButtonsProps) => (
  <div className="actions">
    <button type="submit" className="primary" disabled={isEmpty} aria-busy={isChecking}>
      {isChecking ? 'Checking…' : 'Use this key'}
    </button>
    {isKept && (
      <button type="button" onClick={onForget}>
        Forget the key
      </button>
    )}
    <button type="button" className="quiet" onClick={onCancel}>
      Cancel
    </button>
  </div>
);

interface RememberProps {
  readonly value: boolean;
  onChange(value: boolean): void;
}

const Remember = ({ value, onChange }: RememberProps) => (
  <>
    <label className="switch">
      <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
      Remember on this device
    </label>
    <p className="hint">{value ? DEVICE_TEXT : TAB_TEXT}</p>
  </>
);

interface FieldProps {
  readonly value: string;
  readonly problem: string | null;
  onChange(value: string): void;
}

const KeyField = ({ value, problem, onChange }: FieldProps) => (
  <>
    <label htmlFor="key-input">Key</label>
    <input
      id="key-input"
      type="password"
      autoComplete="off"
      spellCheck={false}
      placeholder="rh_live_…"
      aria-invalid={problem !== null}
      aria-describedby="key-problem"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
    <p id="key-problem" className="problem" role="alert">
      {problem}
    </p>
  </>
);

/** Errors of calls whose key was accepted. */
const ACCEPTED: readonly string[] = ['scope_missing', 'rate_limited'];

/** Throws RowhouseError unless the service accepts the key. */
async function checkKey(key: string): Promise<void> {
  try {
    await connect(key).account();
  } catch (cause) {
    const error = toError(cause);
    if (!ACCEPTED.includes(error.code)) throw error;
  }
}

const WRONG =
  'The service does not accept this key. Check that you copied all of it: keys start with rh_live_ or rh_test_. It may also have expired, or been revoked.';

const PROBLEMS: Readonly<Record<string, string>> = {
  invalid_api_key: WRONG,
  invalid_option: WRONG,
  connection_failed: 'The service did not answer, so the key was not checked. Try again.',
};

const problemOf = ({ code, message }: RowhouseError): string => PROBLEMS[code] ?? readable(message);

/** Asks for an API key. It is kept in this tab and sent only in the Authorization header. */
import { useState } from 'react';
import { Modal } from './popup.js';
import type { Session } from './session.js';

interface Props {
  readonly session: Session;
  readonly open: boolean;
  onClose(): void;
}

const DEMO_TEXT = 'The demo key is in use. Enter another key to use your account.';
const KEY_TEXT =
  'Enter an API key of your account. An operator creates one with “rowhouse accounts create”.';

export function KeyDialog({ session, open, onClose }: Props) {
  const [text, setText] = useState('');
  const use = (key: string | null) => {
    session.setKey(key);
    setText('');
    onClose();
  };
  return (
    <Modal open={open} onClose={onClose} labelledBy="key-title">
      <form
        className="key-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') use(text.trim());
        }}
      >
        <h2 id="key-title">API key</h2>
        <p>{session.demo ? DEMO_TEXT : KEY_TEXT}</p>
        <label htmlFor="key-input">Key</label>
        <input
          id="key-input"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="rh_live_…"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p className="hint">Stored in this tab only, until you close it.</p>
        <div className="actions">
          <button type="submit" className="primary" disabled={text.trim() === ''}>
            Use this key
          </button>
          {session.key !== null && !session.demo && (
            <button type="button" onClick={() => use(null)}>
              Remove the key
            </button>
          )}
          <button type="button" className="quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** A secret, which is shown until the page is left. */
import { useEffect, useRef } from 'react';
import { Icon } from '../shell/icons.js';
import { useCopy } from '../shell/use-copy.js';

interface Props {
  readonly secret: string;
  readonly hint: string;
  onDone(): void;
}

export function SecretBox({ secret, hint, onDone }: Props) {
  const { copy, said } = useCopy();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="secret" aria-labelledby="secret-title" tabIndex={-1} ref={box}>
      <h2 id="secret-title">Secret</h2>
      <p>It is shown only once. {hint}</p>
      <pre tabIndex={0} aria-label="The secret">
        <code>{secret}</code>
      </pre>
      <div className="actions">
        <button type="button" className="primary" onClick={() => copy(secret)}>
          <Icon name="copy" /> Copy
        </button>
        <button type="button" onClick={onDone}>
          I have stored it
        </button>
        <span role="status" className="hint">
          {said}
        </span>
      </div>
    </section>
  );
}

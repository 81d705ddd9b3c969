/** A labelled input with its hint or validation error. */
import type { ReactNode } from 'react';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  /** Receives the ARIA attributes: spread them on the input. */
  children(described: Described): ReactNode;
}

export interface Described {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export function Field({ id, label, hint, problem, children }: Props) {
  const words = problem ?? hint;
  const described: Described = {
    id,
    'aria-describedby': words === undefined ? undefined : `${id}-words`,
    'aria-invalid': problem === undefined ? undefined : true,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(described)}
      {words !== undefined && (
        <p id={`${id}-words`} className={problem === undefined ? 'hint' : 'problem'}>
          {words}
        </p>
      )}
    </div>
  );
}

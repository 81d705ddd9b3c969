/** Labelled inputs with their hint or validation error, and choices. */
import type { ComponentProps, ReactNode } from 'react';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
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

interface TextProps
  extends Omit<Props, 'children'>,
    Omit<ComponentProps<'input'>, 'id' | 'onChange' | 'children'> {
  onText(text: string): void;
}

export const TextField = ({ id, label, hint, problem, onText, ...input }: TextProps) => (
  <Field {...{ id, label, hint, problem }}>
    {(described) => (
      <input
        autoComplete="off"
        {...described}
        {...input}
        onChange={({ target }) => onText(target.value)}
      />
    )}
  </Field>
);

type Option = readonly [value: string, text: string, disabled?: boolean];

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  readonly options: readonly Option[];
  onPick(value: string): void;
}

export const Select = ({ options, onPick, ...select }: SelectProps) => (
  <select {...select} onChange={({ target }) => onPick(target.value)}>
    {options.map(([value, text, off]) => (
      <option key={value} value={value} disabled={off}>
        {text}
      </option>
    ))}
  </select>
);

interface SelectFieldProps
  extends Omit<Props, 'children'>,
    Pick<SelectProps, 'value' | 'options' | 'disabled' | 'onPick'> {}

export const SelectField = ({ id, label, hint, problem, ...select }: SelectFieldProps) => (
  <Field {...{ id, label, hint, problem }}>
    {(described) => <Select {...described} {...select} />}
  </Field>
);

interface SegmentsProps<V extends string> {
  /** Of the group, and of its inputs. */
  readonly label: string;
  readonly name: string;
  readonly className?: string;
  readonly chosen: V;
  readonly options: readonly (readonly [value: V, text: ReactNode])[];
  onChoose(value: V): void;
}

/** Choices side by side, of which one is on. */
export function Segments<V extends string>(props: SegmentsProps<V>) {
  const { label, name, className = '', chosen, options, onChoose } = props;
  return (
    <div className={`segments ${className}`} role="radiogroup" aria-label={label}>
      {options.map(([value, text]) => (
        <label key={value} className={value === chosen ? 'on' : ''}>
          <input
            type="radio"
            {...{ name, value }}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}

/** The menu of the map: which fields colour and size the dots and shade ZIPs, and how colours are divided. */
import { useId, useMemo } from 'react';
import type { Row } from '#contract/rows.js';
import type { Column } from '../results/fields.js';
import { Icon } from '../shell/icons.js';
import { Popup } from '../shell/popup.js';
import { type DotChoice, numberOf } from './dots.js';
import { METHODS, type Method } from './scale.js';

interface Props {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly choice: DotChoice;
  onChange(choice: DotChoice): void;
}

export function StyleMenu({ rows, columns, choice, onChange }: Props) {
  const fields = useMemo(() => fieldsOf(rows, columns), [rows, columns]);
  return (
    <Popup
      name="map-menu"
      label="Map style"
      button={
        <>
          <Icon name="layers" /> Map style
        </>
      }
    >
      <FieldSelect
        label="Colour by"
        none="one colour"
        value={choice.colour}
        fields={fields}
        onChange={(colour) => onChange({ ...choice, colour })}
      />
      <MethodSelect {...{ choice, onChange }} />
      <FieldSelect
        label="Size by"
        none="one size"
        value={choice.size}
        fields={fields}
        onChange={(size) => onChange({ ...choice, size })}
      />
      <FieldSelect
        label="Shade ZIPs by the median of"
        none="no shading"
        value={choice.shade}
        fields={fields}
        onChange={(shade) => onChange({ ...choice, shade })}
      />
    </Popup>
  );
}

const METHOD_LABELS: Readonly<Record<Method, string>> = {
  quantiles: 'Quantiles (classes of equal size)',
  continuous: 'Continuous',
};

interface NumericField {
  readonly column: Column;
  readonly empty: boolean;
}

/** The numeric fields, and which of them no row has. */
const fieldsOf = (rows: readonly Row[], columns: readonly Column[]): NumericField[] =>
  columns
    .filter(({ numeric }) => numeric)
    .map((column) => ({ column, empty: rows.every((row) => numberOf(row, column) === null) }));

interface SelectProps {
  readonly label: string;
  readonly none: string;
  readonly value: string | null;
  readonly fields: readonly NumericField[];
  onChange(name: string | null): void;
}

function FieldSelect({ label, none, value, fields, onChange }: SelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        <option value="">{none}</option>
        {fields.map(({ column: { name, title }, empty }) => (
          <option key={name} value={name} disabled={empty && name !== value}>
            {empty ? `${title} (no values)` : title}
          </option>
        ))}
      </select>
    </div>
  );
}

function MethodSelect({ choice, onChange }: Pick<Props, 'choice' | 'onChange'>) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>Colours</label>
      <select
        id={id}
        value={choice.method}
        disabled={choice.colour === null && choice.shade === null}
        onChange={({ target }) =>
          onChange({ ...choice, method: METHODS.find((one) => one === target.value) ?? METHODS[0] })
        }
      >
        {METHODS.map((method) => (
          <option key={method} value={method}>
            {METHOD_LABELS[method]}
          </option>
        ))}
      </select>
    </div>
  );
}

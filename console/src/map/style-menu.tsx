/**
 * The menu of the map: which fields colour and size the dots and shade ZIPs, and how colours are
 * divided.
 */
import { useMemo } from 'react';
import type { Row } from '#contract/rows.js';
import { type Column, numberOf } from '../results/fields.js';
import { SelectField } from '../search/field.js';
import { Icon } from '../shell/icons.js';
import { Popup } from '../shell/popup.js';
import type { DotChoice } from './dots.js';
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
      <SelectField
        id="map-colour"
        label="Colour by"
        value={choice.colour ?? ''}
        options={[['', 'one colour'], ...optionsOf(fields, choice.colour)]}
        onPick={(colour) => onChange({ ...choice, colour: colour || null })}
      />
      <SelectField
        id="map-method"
        label="Colours"
        value={choice.method}
        options={METHODS.map((method) => [method, METHOD_LABELS[method]])}
        disabled={choice.colour === null && choice.shade === null}
        onPick={(picked) =>
          onChange({ ...choice, method: METHODS.find((one) => one === picked) ?? METHODS[0] })
        }
      />
      <SelectField
        id="map-size"
        label="Size by"
        value={choice.size ?? ''}
        options={[['', 'one size'], ...optionsOf(fields, choice.size)]}
        onPick={(size) => onChange({ ...choice, size: size || null })}
      />
      <SelectField
        id="map-shade"
        label="Shade ZIPs by the median of"
        value={choice.shade ?? ''}
        options={[['', 'no shading'], ...optionsOf(fields, choice.shade)]}
        onPick={(shade) => onChange({ ...choice, shade: shade || null })}
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

/** A field that no row has can only be left. */
const optionsOf = (fields: readonly NumericField[], chosen: string | null) =>
  fields.map(
    ({ column: { name, title }, empty }) =>
      [name, empty ? `${title} (no values)` : title, empty && name !== chosen] as const,
  );

/** Presets of columns: the built-in ones, those saved in this browser, and a field to save one. */
import { type FormEvent, useState } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import { Icon } from '../shell/icons.js';
import type { Arranged, ColumnLayout } from './column-layout.js';
import {
  builtInPresets,
  deletePreset,
  PRESET_NAME_MAX,
  savePreset,
  useSavedPresets,
} from './column-presets.js';
import type { Column } from './fields.js';

interface Props {
  readonly route: SearchRoute;
  readonly columns: readonly Column[];
  readonly layout: ColumnLayout;
  readonly arranged: Arranged;
  onChange(layout: ColumnLayout): void;
}

export function PresetList({ route: { kind }, columns, layout, arranged, onChange }: Props) {
  const saved = useSavedPresets(kind);
  const builtIn = builtInPresets(columns, layout);
  const shown = arranged.shown.map(({ name }) => name);
  const isTaken = (name: string) => builtIn.some((preset) => preset.name === name);
  return (
    <section className="presets" aria-label="Presets">
      <h3>Presets</h3>
      <div className="chips">
        {[...builtIn, ...saved].map((preset) => (
          <button
            key={preset.name}
            type="button"
            className="chip"
            aria-pressed={isSame(preset.layout, layout)}
            onClick={() => onChange(preset.layout)}
          >
            {preset.name}
          </button>
        ))}
      </div>
      {saved.length > 0 && (
        <ul className="chips">
          {saved.map((preset) => (
            <li key={preset.name}>
              <button type="button" className="quiet" onClick={() => deletePreset(preset)}>
                <Icon name="close" /> Delete {preset.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <SaveForm
        isTaken={isTaken}
        onSave={(name) => savePreset({ kind, name, layout: { ...layout, shown } })}
      />
    </section>
  );
}

const isSame = (a: ColumnLayout, b: ColumnLayout): boolean =>
  JSON.stringify([a.shown, a.pinned, a.widths]) === JSON.stringify([b.shown, b.pinned, b.widths]);

interface SaveProps {
  isTaken(name: string): boolean;
  onSave(name: string): void;
}

function SaveForm({ isTaken, onSave }: SaveProps) {
  const [name, setName] = useState('');
  const [said, setSaid] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return setSaid('Enter a name.');
    if (isTaken(wanted)) return setSaid(`${wanted} is built in. Enter another name.`);
    onSave(wanted);
    setName('');
    setSaid(`Saved as ${wanted}.`);
  };
  return (
    <form className="save-preset" onSubmit={save}>
      <input
        aria-label="Name of the preset"
        placeholder="Name"
        autoComplete="off"
        maxLength={PRESET_NAME_MAX}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit">Save as preset</button>
      <span role="status" className="hint">
        {said}
      </span>
    </form>
  );
}

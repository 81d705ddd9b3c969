/** Layouts and named presets of columns, remembered in this browser. */
import { useMemo } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { groupsOf } from '../home/groups.js';
import { openStored, useStored } from '../shell/stored.js';
import {
  arrange,
  type ColumnLayout,
  DEFAULT_LAYOUT,
  emptyColumns,
  readLayout,
} from './column-layout.js';
import type { Column } from './fields.js';

export interface Preset {
  /** Saved presets are of a kind: listings of all sources have most fields in common. */
  readonly kind: SearchRoute['kind'];
  readonly name: string;
  readonly layout: ColumnLayout;
}

interface Kept {
  /** By source and kind, since extras differ by source. */
  readonly layouts: Readonly<Record<string, ColumnLayout>>;
  readonly presets: readonly Preset[];
}

export const PRESETS_MAX = 30;
export const PRESET_NAME_MAX = 40;

const store = openStored<Kept>('rowhouse-columns', readKept);

const routeKey = ({ source, kind }: SearchRoute): string => `${source}-${kind}`;

/**
 * The columns as the layout of the route has them; those that no row fills are not shown at first.
 */
export function useArranged(route: SearchRoute, rows: readonly Row[], columns: readonly Column[]) {
  const layout = useStored(store).layouts[routeKey(route)] ?? DEFAULT_LAYOUT;
  const empty = useMemo(() => emptyColumns(rows, columns), [rows, columns]);
  const arranged = useMemo(() => arrange(columns, layout, empty), [columns, layout, empty]);
  return { layout, arranged };
}

export function setColumnLayout(route: SearchRoute, layout: ColumnLayout): void {
  const { layouts, presets } = store.get();
  store.set({ layouts: { ...layouts, [routeKey(route)]: layout }, presets });
}

/** Saved presets of a kind, by name. */
export const useSavedPresets = (kind: SearchRoute['kind']): readonly Preset[] =>
  useStored(store).presets.filter((preset) => preset.kind === kind);

/** Replaces a preset of the same kind and name; the oldest of too many is forgotten. */
export function savePreset(preset: Preset): void {
  const { layouts, presets } = store.get();
  const others = presets.filter((each) => !isSame(each, preset));
  store.set({ layouts, presets: [...others, preset].slice(-PRESETS_MAX) });
}

export function deletePreset(preset: Preset): void {
  const { layouts, presets } = store.get();
  store.set({ layouts, presets: presets.filter((each) => !isSame(each, preset)) });
}

const isSame = (a: Preset, b: Preset): boolean => a.kind === b.kind && a.name === b.name;

/** The built-in presets: the first column, and each group of fields of a home. */
export function builtInPresets(
  columns: readonly Column[],
  layout: ColumnLayout,
): Omit<Preset, 'kind'>[] {
  const [first] = columns;
  const names = (group: readonly Column[]) => group.map(({ name }) => name);
  const only = (shown: readonly string[]): ColumnLayout => ({
    ...layout,
    shown: [...new Set([...(first === undefined ? [] : [first.name]), ...shown])],
  });
  return [
    { name: 'Default', layout: DEFAULT_LAYOUT },
    ...groupsOf(columns).map((group) => ({
      name: group.title,
      layout: only(names(group.columns)),
    })),
    { name: 'All columns', layout: only(names(columns)) },
  ];
}

function readKept(kept: unknown): Kept {
  const { layouts, presets } = (kept ?? {}) as Partial<Record<keyof Kept, unknown>>;
  return {
    layouts: Object.fromEntries(
      Object.entries(layouts ?? {}).flatMap(([key, value]) => {
        const layout = readLayout(value);
        return layout === null ? [] : [[key, layout]];
      }),
    ),
    presets: Array.isArray(presets)
      ? presets.flatMap((each: unknown) => readPreset(each) ?? []).slice(-PRESETS_MAX)
      : [],
  };
}

function readPreset(kept: unknown): Preset | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { kind, name, layout } = kept as Partial<Record<keyof Preset, unknown>>;
  const found = readLayout(layout);
  if (typeof kind !== 'string' || typeof name !== 'string' || found === null) return null;
  return { kind: kind as Preset['kind'], name: name.slice(0, PRESET_NAME_MAX), layout: found };
}

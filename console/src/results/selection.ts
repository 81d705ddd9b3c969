/** The hovered, the selected and the opened row, shared by table, chart, map and panel. */
import { useSyncExternalStore } from 'react';
import { openValue } from '../shell/stored.js';

export interface SelectionState {
  readonly hovered: string | null;
  readonly selected: string | null;
  /** The home whose panel is open. */
  readonly opened: string | null;
  /** Origin of the last change; the other side follows. */
  readonly by: 'map' | 'table' | null;
}

export interface Selection {
  get(): SelectionState;
  set(change: Partial<SelectionState>): void;
  subscribe(listener: () => void): () => void;
}

/** A store outside React state, so that hovering a row re-renders two rows and not a hundred. */
export function createSelection(): Selection {
  const { get, set, subscribe } = openValue<SelectionState>({
    hovered: null,
    selected: null,
    opened: null,
    by: null,
  });
  return { get, subscribe, set: (change) => set({ ...get(), ...change }) };
}

/** "selected", "hovered" or "" for one row; it re-renders only when this changes. */
export const useHighlight = (selection: Selection, key: string): string =>
  useSyncExternalStore(selection.subscribe, () => {
    const { hovered, selected } = selection.get();
    if (selected === key) return 'selected';
    return hovered === key ? 'hovered' : '';
  });

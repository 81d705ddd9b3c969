/** Whether a table is grouped by home, and the rows that it then shows. */
import { useMemo, useState } from 'react';
import type { Row } from '#contract/rows.js';
import { type Homes, isDisputed } from './lines.js';
import { type MembersHandle, useMembers } from './use-members.js';

export interface ByHome extends MembersHandle {
  readonly isOn: boolean;
  toggle(): void;
  /** Null until all are looked up. */
  readonly homes: Homes | null;
  /** The rows that are shown. */
  readonly rows: readonly Row[];
  /** Whether only homes are shown on which sources disagree. */
  readonly disputedOnly: boolean;
  onDisputedOnly(only: boolean): void;
}

interface From {
  /** All loaded rows, and those that pass the filters. */
  readonly loaded: readonly Row[];
  readonly rows: readonly Row[];
  readonly apiKey: string | null;
  /** While rows are loading, nothing is looked up. */
  readonly isLoading: boolean;
}

export function useByHome({ loaded, rows, apiKey, isLoading }: From): ByHome {
  const [isOn, setOn] = useState(false);
  const [disputedOnly, onDisputedOnly] = useState(false);
  const handle = useMembers(loaded, apiKey, isOn && !isLoading);
  const { members } = handle;
  const homes = members.status === 'loaded' ? members.homes : null;
  const shown = useMemo(
    () => (homes !== null && disputedOnly ? rows.filter((row) => isDisputed(row, homes)) : rows),
    [homes, disputedOnly, rows],
  );
  const toggle = () => {
    setOn(!isOn);
    onDisputedOnly(false);
  };
  return { ...handle, isOn, toggle, homes, rows: shown, disputedOnly, onDisputedOnly };
}

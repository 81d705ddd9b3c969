/** Whether a table is grouped by home, who else shows its homes, and the rows that it then shows. Free. */
import { useMemo, useState } from 'react';
import { HOMES_ASKED_MAX } from '#contract/homes.js';
import type { Row } from '#contract/rows.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import { connect } from '../service/client.js';
import { type Parts, useParts } from '../service/query.js';
import { type Homes, isDisputed } from './lines.js';

/** Homes that are looked up; a call has 50 of them, and calls are counted. */
export const HOMES_MAX = 1_000;

export interface ByHome extends Pick<Parts<unknown>, 'error' | 'retry'> {
  readonly isOn: boolean;
  toggle(): void;
  /** Null until all are looked up. */
  readonly homes: Homes | null;
  /** How many are looked up so far, and how many of the rows' homes will be. */
  readonly done: number;
  readonly asked: number;
  readonly leftOut: number;
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
  const ids = useMemo(() => [...new Set(loaded.flatMap((row) => homeIdOf(row) ?? []))], [loaded]);
  const wanted = useMemo(() => partsOf(isOn && !isLoading ? ids : []), [ids, isOn, isLoading]);
  const { done, parts, error, retry } = useParts(
    [apiKey, 'members', wanted],
    apiKey === null ? [] : wanted,
    (part, signal) => connect(apiKey ?? '').homeMembers(part, { signal }),
  );
  const homes = useMemo(
    () => parts && new Map(parts.flatMap((part) => part.homes).map((one) => [one.home_id, one])),
    [parts],
  );
  const shown = useMemo(
    () => (homes !== null && disputedOnly ? rows.filter((row) => isDisputed(row, homes)) : rows),
    [homes, disputedOnly, rows],
  );
  const toggle = () => {
    setOn(!isOn);
    onDisputedOnly(false);
  };
  const asked = Math.min(ids.length, HOMES_MAX);
  return {
    isOn,
    toggle,
    homes,
    error,
    retry,
    asked,
    rows: shown,
    disputedOnly,
    onDisputedOnly,
    done: Math.min(done * HOMES_ASKED_MAX, asked),
    leftOut: ids.length - asked,
  };
}

const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(Math.min(ids.length, HOMES_MAX) / HOMES_ASKED_MAX) }, (_, at) =>
    ids.slice(at * HOMES_ASKED_MAX, Math.min((at + 1) * HOMES_ASKED_MAX, HOMES_MAX)),
  );

/**
 * Whether a table is grouped by home, who else shows its homes, and the rows that it then shows.
 * Free.
 */
import { useMemo, useState } from 'react';
import { HOMES_ASKED_MAX } from '#contract/homes.js';
import type { HomeMembersBody } from '#contract/operations/homes.js';
import type { Row } from '#contract/rows.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import { connect } from '../service/client.js';
import { type Parts, useParts } from '../service/query.js';
import { useKey } from '../shell/session.js';
import { type Homes, isDisputed } from './lines.js';

/** Homes that are looked up; a call has 50 of them, and calls are counted. */
export const HOMES_MAX = 1_000;

export interface ByHome extends Pick<Parts<unknown>, 'error' | 'retry'> {
  readonly isOn: boolean;
  /** Whether its homes are looked up. */
  readonly isAsked: boolean;
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
  /** While rows are loading, nothing is looked up. */
  readonly isLoading: boolean;
}

export function useByHome({ loaded, rows, isLoading }: From): ByHome {
  const { apiKey } = useKey();
  const [isOn, setOn] = useState(false);
  const [disputedOnly, onDisputedOnly] = useState(false);
  const ids = useMemo(() => [...new Set(loaded.flatMap((row) => homeIdOf(row) ?? []))], [loaded]);
  const isAsked = isOn && !isLoading;
  const wanted = useMemo(() => partsOf(isAsked ? ids : []), [ids, isAsked]);
  const { done, parts, error, retry } = useParts(
    [apiKey, 'members', wanted],
    wanted,
    (part, signal) => connect(apiKey).homeMembers(part, { signal }),
  );
  // Rows without a home ID have none to look up.
  const answers = isAsked && ids.length === 0 ? NOTHING : parts;
  const homes = useMemo(
    () => answers && new Map(answers.flatMap((one) => one.homes).map((one) => [one.home_id, one])),
    [answers],
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
    isAsked,
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

const NOTHING: readonly HomeMembersBody[] = [];

const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(Math.min(ids.length, HOMES_MAX) / HOMES_ASKED_MAX) }, (_, at) =>
    ids.slice(at * HOMES_ASKED_MAX, Math.min((at + 1) * HOMES_ASKED_MAX, HOMES_MAX)),
  );

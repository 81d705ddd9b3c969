/** Which sources the built-in sandbox serves, and the mark beside what comes from it. */
import type { SourceHealth } from '#contract/operations/service.js';
import { takesFiles } from '#contract/sources.js';
import { useRead } from '../service/query.js';
import { useConfig, useKey } from './session.js';

export const SANDBOX_NOTE =
  'These rows come from the built-in sandbox. None of these homes exists.';

/** Which sources are the sandbox's changes only when the service restarts. */
const CHECKED_MS = 600_000;

/** Keys that read the sandbox, whatever sources are configured (docs/api.md). */
const TEST_KEY_PREFIX = 'rh_test_';
export const isTestKey = (key: string): boolean => key.startsWith(TEST_KEY_PREFIX);

interface Synthetic {
  /** Whether every row of this key is synthetic. */
  readonly all: boolean;
  has(source: string): boolean;
}

const NONE: Synthetic = { all: false, has: () => false };
const ALL: Synthetic = { all: true, has: () => true };

/** By the service's own list. Where it cannot be read, rather too many are marked. */
export function useSynthetic(): Synthetic {
  const { apiKey } = useKey();
  const hasSandbox = useConfig().data?.sandbox === true;
  const { data, isError } = useRead(['sources'], (client, signal) => client.sources({ signal }), {
    staleTime: CHECKED_MS,
    enabled: hasSandbox && !isTestKey(apiKey),
  });
  if (isTestKey(apiKey)) return ALL;
  if (!hasSandbox) return NONE;
  if (data === undefined) return isError ? ALL : NONE;
  const names = data.sources.filter(({ sandbox }) => sandbox).map(({ source }) => source);
  return {
    all: data.sources.filter(hasRows).every(({ sandbox }) => sandbox),
    has: (source) => names.includes(source),
  };
}

/** A source of files has rows once some are imported. */
const hasRows = ({ source, configured, datasets }: SourceHealth): boolean =>
  takesFiles(source) ? datasets.length > 0 : configured;

/** Beside a source or its rows; nothing where they are real. */
export const SandboxChip = ({ source }: { readonly source: string }) =>
  useSynthetic().has(source) && (
    <span className="badge sandbox" title={SANDBOX_NOTE}>
      Sandbox
    </span>
  );

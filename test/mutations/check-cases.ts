/** What both suites of changes check of their cases. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { idleEntries, isUnexplained } from './allowed.js';
import type { Allowed } from './allowed-entry.js';
import type { Case, ROUTES } from './run-cases.js';

interface Suite {
  readonly part: 'members' | 'behaviour';
  /** Sources and kinds; suites run in separate processes, within the time limit of a test file. */
  readonly routes: typeof ROUTES;
  /** Each must match a silent change; not given where only a part of the changes is made. */
  readonly allowed?: readonly Allowed[];
  run(source: SourceName, kind: Kind): Promise<readonly Case[]>;
}

/** Runs one suite over every source and kind. */
export function checkCases({ part, routes, allowed = [], run }: Suite): void {
  const all: Case[] = [];
  for (const { source, kind } of routes) {
    test(`a change of the ${part} of ${source} ${kind} is noticed or listed with a reason`, async () => {
      const cases = await run(source, kind);
      all.push(...cases);
      assert.deepEqual(
        cases
          .filter(isUnexplained)
          .map(({ change, member, detail }) => `${member} ${change}: ${detail}`),
        [],
        'silent changes that allowed.ts does not list: see npm run mutations',
      );
    });
  }
  after(() => {
    const idle = idleEntries(allowed, routes, all);
    assert.deepEqual(idle, [], 'entries of allowed.ts that no silent change matches');
  });
}

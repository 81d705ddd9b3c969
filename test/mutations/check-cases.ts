/** What both suites of changes check of their cases. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { type Allowed, isUnexplained, matches } from './allowed.js';
import { SILENT, type Silent } from './ceilings.js';
import type { Case, ROUTES } from './run-cases.js';

interface Suite {
  readonly part: keyof Silent;
  /** The sources and kinds; suites run in processes of their own, within the time a test file has. */
  readonly routes: typeof ROUTES;
  readonly allowed: readonly Allowed[];
  run(source: SourceName, kind: Kind): Promise<readonly Case[]>;
}

/** Runs one suite over every source and kind. */
export function checkCases({ part, routes, allowed, run }: Suite): void {
  const all: Case[] = [];
  for (const { source, kind } of routes) {
    test(`a change of the ${part} of ${source} ${kind} is noticed or without effect, but for those counted`, async () => {
      const cases = await run(source, kind);
      all.push(...cases);
      assert.equal(
        cases.filter(isUnexplained).length,
        SILENT[`${source} ${kind}`]?.[part],
        `the silent changes of ${source} ${kind} are others than in ceilings.ts: see npm run mutations`,
      );
    });
  }
  after(() => {
    const idle = allowed.filter((entry) => !all.some((one) => matches(entry, one)));
    assert.deepEqual(idle, [], 'entries of allowed.ts that no silent change matches');
  });
}

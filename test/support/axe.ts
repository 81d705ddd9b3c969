/** What axe-core says of a page, with all rules that it runs by default. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => ({
  passed: passes.length,
  found: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, any }) =>
    html.slice(0, 120) + ' ' + (any[0]?.message ?? '')).slice(0, 3).join(' | ')),
}))`;

export interface AxeReport {
  readonly passed: number;
  readonly found: readonly string[];
}

export async function axeReport(page: Page): Promise<AxeReport> {
  // A view that was reached without loading the page has it.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  return page.evaluate<AxeReport>(RUN);
}

/** Pages that were collected before a caller requested them. */
import type { TestApp } from './open-test-app.js';

/** Their tasks. */
export async function readAhead({ app }: TestApp): Promise<readonly string[]> {
  const rows = await app.db.rows<{ task: string }>(
    `select task::text as task from collections where priority > 0 and state = 'done'`,
  );
  return rows.map(({ task }) => task);
}

/** Waits for one whose task has this text. */
export async function untilAhead(t: TestApp, of: string): Promise<void> {
  const isThere = async () => (await readAhead(t)).some((task) => task.includes(of));
  for (let tries = 0; tries < 500 && !(await isThere()); tries += 1) await t.clock.sleep(10);
}

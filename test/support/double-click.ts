/** A double click with time between its clicks, for what the first one starts. */
import type { Locator } from 'playwright-core';

/** Long enough for a press after it to be another one. */
export const LATER_MS = 600;

/** Clicks the middle of an element, waits, and clicks it again as the second of two. */
export async function doubleClick(
  target: Locator,
  between: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('the element is not shown');
  const { mouse } = target.page();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await mouse.down();
  const ended = between();
  await mouse.up();
  await ended;
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
}

/** Saves a file of the console. */
import { ROW_FORMATS, type RowFormat } from '#contract/routes.js';

/** The browser may read an object URL some time after the click. */
const KEPT_MS = 60_000;

/** Offers a content as a file of this format. Returns the name of the file. */
export function save(content: BlobPart, name: string, format: RowFormat): string {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: ROW_FORMATS[format] }));
  link.download = `${name}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
  return link.download;
}

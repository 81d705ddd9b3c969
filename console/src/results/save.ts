/** Saves a file of the console. */

/** The browser may read an object URL some time after the click. */
const KEPT_MS = 60_000;

/** Offers a content as a file of this name. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

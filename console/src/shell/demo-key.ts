/** The demo key of a link that the service printed: `/#demo-key=…`. */

const STORED_AS = 'rowhouse-demo-key';
const LINK = /^#demo-key=(rh_[\w]+)$/;

/**
 * Takes the key out of the address, where it would stay in the history, into this tab. Whether
 * there was one.
 */
export function takeLinkedKey(): boolean {
  const key = LINK.exec(location.hash)?.[1];
  if (key === undefined) return false;
  sessionStorage.setItem(STORED_AS, key);
  history.replaceState(null, '', location.pathname);
  return true;
}

/** The key of the link that this tab was opened with; null without one. */
export const linkedKey = (): string | null => sessionStorage.getItem(STORED_AS);

/** Another key is to be used in this tab from now on. */
export const forgetLinkedKey = (): void => sessionStorage.removeItem(STORED_AS);

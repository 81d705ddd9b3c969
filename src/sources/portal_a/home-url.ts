import type { HomeOfUrl } from '../driver.js';

/** A home's page: an optional slug that ends in state and ZIP, then the id. */
const PAGE = /^\/homedetails\/(?:([^/]+)\/)?(\d{1,20})_zpid\/?$/;
const SLUG_ZIP = /-[A-Z]{2}-(\d{5})$/;

/** The home in a page address; null for any other page. The address is never fetched. */
export function homeOfUrl(url: URL): HomeOfUrl | null {
  const found = PAGE.exec(url.pathname);
  const source_id = found?.[2];
  if (source_id === undefined) return null;
  return { source_id, zip: SLUG_ZIP.exec(found?.[1] ?? '')?.[1] ?? null };
}

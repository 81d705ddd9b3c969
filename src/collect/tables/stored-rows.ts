/** Rows of a local table as they are sent: the same driver, checks and counties as in a search. */
import type { Row } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { Notes } from '#domain/notes.js';
import type { FoundTableRow, RowTable } from '#domain/table.js';
import type { Geo } from '#geo/geo.js';
import { SourceError } from '#sources/driver.js';
import { driverOf } from '#sources/index.js';
import { rawOf } from '#sources/table-driver.js';
import { parseRow } from '../checks/parse-page.js';
import { homeExtras } from '../pages/home-extras.js';
import type { SourceClient } from '../upstream/source-client.js';

/** Returns the function that turns found rows of a source's table into rows without notes. */
export function storedRowReader(
  { geo, client }: { readonly geo: Geo; readonly client: SourceClient },
  source: SourceName,
  kind: Kind,
  nowMs: number,
): (found: FoundTableRow, table: RowTable) => Row | null {
  const driver = driverOf(source, kind);
  if (driver === undefined) throw new SourceError('unconfigured', `${source} cannot be read.`);
  const context = { collectedAtMs: nowMs, siteBase: client.siteBase(source) };
  const notes = new Notes();
  return (found, table) => {
    const read = parseRow({ driver, geo }, rawOf(found, table), context);
    if ('dropped' in read) return null;
    const { row } = read;
    const shown = { ...row, source_url: client.publicPage(source, row.source_url) };
    return notes.take(shown, homeExtras(shown, kind, null));
  };
}

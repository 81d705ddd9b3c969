/** A stored sale as a typed row. */
import type { SoldRow } from '#contract/rows.js';
import { absent, type ParsedRow, type RowRead } from '#domain/parsed-row.js';
import type { RowContext } from '../driver.js';
import type { Stored } from '../mapping/sale.js';
import { type SaleOrigin, saleExtras, saleFields } from '../mapping/sale-row.js';
import { isRaw, shapeOf } from '../raw-values.js';
import { NOT_REPORTED } from '../reasons.js';

/** No other source provides a point: a home without one is found by its ZIP, city or county. */
const FILE: SaleOrigin = {
  name: 'file',
  missing: () => NOT_REPORTED,
  saleOnly: absent('not_reported', 'The file has the sale only.'),
};

/** Never throws: stored sales were made by the importer, at worst by an older one. */
export function saleToRow(raw: unknown, context: RowContext): RowRead<SoldRow<'records'>> {
  if (!isRaw(raw) || typeof raw.source_id !== 'string') {
    return { dropped: 'unreadable', detail: shapeOf(raw) };
  }
  return { row: rowOf(raw as unknown as Stored, context) };
}

const rowOf = (sale: Stored, { siteBase }: RowContext): ParsedRow<SoldRow<'records'>> => ({
  source: 'records',
  source_id: sale.source_id,
  source_url: sale.source_url ?? `${siteBase}/`,
  ...saleFields(sale, FILE),
  extras: {
    ...saleExtras(sale, FILE),
    dataset: sale.dataset ?? NOT_REPORTED,
    file_sha256: sale.file_sha256 ?? NOT_REPORTED,
    imported_at: sale.imported_at ?? NOT_REPORTED,
    licence: sale.licence ?? NOT_REPORTED,
    licence_url: sale.licence_url ?? NOT_REPORTED,
    attribution: sale.attribution ?? NOT_REPORTED,
    line: sale.line ?? NOT_REPORTED,
  },
});

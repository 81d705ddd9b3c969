/** A sale as it is stored: a mapped record of a file. */
import { type FieldKind, HOME_FIELDS, type Mapped } from './home-fields.js';

/** The fields that a mapping may fill, and their types. */
export const SALE_FIELDS = {
  sold_date: 'date',
  sale_price: 'number',
  ...HOME_FIELDS,
  property_type_raw: 'text',
  year_built: 'whole',
  lot_area_sqft: 'whole',
  parcel_id: 'text',
  document_id: 'text',
  neighborhood: 'text',
  /** Whether it was a sale at arm's length, as far as the file says; left out where it does not. */
  arms_length: 'flag',
  /** The file's own code of what kind of sale it was. */
  sale_code: 'text',
} as const satisfies Record<string, FieldKind>;

export type ImportedSale = Mapped<typeof SALE_FIELDS>;

/** A sale and its origin, which is incomplete while a file is being imported. */
export type Stored = ImportedSale & {
  readonly dataset?: string;
  readonly file_sha256?: string;
  readonly imported_at?: string;
  readonly licence?: string;
  readonly licence_url?: string;
  readonly attribution?: string;
  readonly line?: number;
};

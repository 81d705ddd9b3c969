/** records: sales from the operator's own files, such as a county's. */
import { may } from '#contract/field.js';
import type { SourceManifest } from '#contract/manifest.js';
import { PARAM_GROUPS } from '#contract/params.js';

const SOLD = [
  may('property_type_raw', 'string', "The file's own home type or class."),
  may('year_built', 'integer', 'Year built.'),
  may('lot_area_sqft', 'integer', 'Lot area in square feet.'),
  may('parcel_id', 'string', "The assessor's parcel number."),
  may('document_id', 'string', 'Number of the deed or sale record.'),
  may('neighborhood', 'string', 'Neighborhood as the file names it.'),
  may('sold_month', 'string', 'Month of the sale, YYYY-MM; the file may have no day.'),
  may(
    'arms_length',
    'boolean',
    "Whether it was a sale at arm's length: false for gifts, forced sales and nominal prices.",
  ),
  may('sale_code', 'string', "The file's own code of the kind of sale."),
  may('dataset', 'string', 'The imported dataset with the sale.'),
  may('file_sha256', 'string', 'SHA-256 of the imported file.'),
  may('imported_at', 'string', 'When the file was imported: ISO 8601, UTC.'),
  may('licence', 'string', 'Licence or terms of the dataset.'),
  may('licence_url', 'string', 'Where the licence is written.'),
  may('attribution', 'string', 'What its publisher wants shown beside its rows.'),
  may('line', 'integer', 'Line or record of the file, counted from 1.'),
] as const;

const { area, city, price, home, year } = PARAM_GROUPS;

export const records = {
  name: 'records',
  display_name: 'Records',
  routes: [
    {
      id: 'records_sold',
      path: '/records/sold',
      source: 'records',
      kind: 'sold',
      forms: ['zip', 'city', 'county', 'bbox', 'circle'],
      params: [
        ...area,
        ...city,
        'county',
        ...price,
        ...home,
        ...year,
        'arms_length',
        'sort',
        'sold_within_days',
      ],
      sorts: ['newest', 'price_high', 'price_low'],
      // Files reach back further than portals: the last period includes all of them.
      sold_windows: [7, 14, 30, 90, 180, 365, 730, 1095, 1825, 3650, 36_500],
      bbox_sqmi_max: 2_500,
      cache: 'CACHE_SOLD_S',
      price: 1,
      summary: 'Sold homes, records',
      description:
        'Sales from files that the operator imported, such as county sales. Most recent first by default; responses are immediate.',
    },
  ],
  lookups: [],
  imports: true,
  extras: { sold: SOLD },
} as const satisfies SourceManifest;

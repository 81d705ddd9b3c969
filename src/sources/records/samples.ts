import { notes, type SamplesOf, SOLD_HOME, SOLD_PAGE } from '#contract/sample.js';
import type { records } from './manifest.js';

export const recordsSamples: SamplesOf<typeof records> = {
  records_sold: {
    ...SOLD_PAGE,
    row: {
      source: 'records',
      source_id: 'king-sales:0412170608-20261012',
      source_url: 'https://records.example.invalid/',
      ...SOLD_HOME,
      broker_name: null,
      extras: {
        property_type_raw: 'A1',
        year_built: 1971,
        lot_area_sqft: 7200,
        parcel_id: '0412170608',
        document_id: null,
        neighborhood: null,
        sold_month: '2026-10',
        arms_length: true,
        sale_code: 'Q',
        dataset: 'king-sales',
        file_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        imported_at: '2026-11-19T08:12:44Z',
        licence: 'Public domain',
        licence_url: 'https://records.example.invalid/terms',
        attribution: 'King County Department of Assessments',
        line: 4211,
        home_id: 'd8d66634-6b3e-81a9-9d39-ffc28137a8bb',
      },
    },
    field_notes: [
      ...notes(
        'not_reported',
        'list_price list_date sale_to_list_ratio days_on_market broker_name',
        'The file has the sale only.',
      ),
      ...notes('not_reported', 'address.unit extras.document_id extras.neighborhood'),
    ],
  },
};

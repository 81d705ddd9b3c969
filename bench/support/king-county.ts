/** The sales of the King County sample, and the homes of the benchmark of estimates. */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { DAY_MS } from '#contract/durations.js';
import { NO_FACTS, type PastSale } from '#domain/comparables/facts.js';

const FILE = 'records/kc_house_data.csv';

export interface KingSale extends PastSale {
  readonly zip: string;
}

/** Where the sample is; null where there is none. */
export function kingCountyFile(): string | null {
  const path = join(process.env.ROWHOUSE_TEST_SAMPLES ?? 'none', FILE);
  return existsSync(path) ? path : null;
}

export const NO_KING_COUNTY = `skipped: ROWHOUSE_TEST_SAMPLES names no folder with ${FILE}`;

/** Reads the sales; `isAssessed` adds the facts of the assessor. */
export async function readKingCounty(path: string, isAssessed: boolean): Promise<KingSale[]> {
  const stream = createReadStream(path).pipe(Papa.parse(Papa.NODE_STREAM_INPUT, { header: true }));
  const sales: KingSale[] = [];
  for await (const record of stream as AsyncIterable<Record<string, string>>) {
    const number = (name: string) => Number(record[name]);
    const assessed = {
      grade: number('grade'),
      condition: number('condition'),
      view: number('view'),
      waterfront: number('waterfront'),
      basement_sqft: number('sqft_basement'),
      year_renovated: number('yr_renovated'),
    };
    const date = record.date ?? '';
    sales.push({
      home: record.id ?? null,
      property_type: null,
      lat: number('lat'),
      lng: number('long'),
      zip: record.zipcode ?? '',
      day: Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`) / DAY_MS,
      price: number('price'),
      facts: {
        ...NO_FACTS,
        living_area_sqft: number('sqft_living'),
        lot_area_sqft: number('sqft_lot'),
        year_built: number('yr_built'),
        baths: number('bathrooms'),
        beds: number('bedrooms'),
        ...(isAssessed && assessed),
      },
    });
  }
  return sales;
}

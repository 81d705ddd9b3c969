/** Parts of a page: notes on missing values, and the statistics over its rows. */
import type { Money } from './field.js';
import type { NoteReason } from './values.js';

export interface FieldNote {
  readonly field: string;
  readonly reason: NoteReason;
  readonly detail: string | null;
}

export interface ListingSummary {
  readonly priced_count: number;
  readonly median_price: Money | null;
  readonly p25: Money | null;
  readonly p75: Money | null;
  readonly median_price_per_sqft: number | null;
}

export interface SoldSummary {
  readonly priced_count: number;
  readonly disclosed_count: number;
  readonly median_sale_price: Money | null;
  readonly p25: Money | null;
  readonly p75: Money | null;
  readonly median_price_per_sqft: number | null;
  readonly earliest_sold_date: string | null;
  readonly latest_sold_date: string | null;
}

export type Summary = ListingSummary | SoldSummary;

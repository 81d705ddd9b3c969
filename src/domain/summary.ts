/** Statistics over the rows of one page (docs/api.md#the-result). */
import type { ListingSummary, SoldSummary, Summary } from '#contract/envelope.js';
import { usd } from '#contract/field.js';
import type { ListingRow, Row, SoldRow } from '#contract/rows.js';
import type { Kind, Money } from '#contract/values.js';

/** The summary for a kind of rows. */
export function summarise(kind: Kind, rows: readonly Row[]): Summary {
  switch (kind) {
    case 'sold':
      return summariseSold(rows as readonly SoldRow[]);
    case 'auctions':
      return pricesOf([], []);
    case 'listings':
    case 'rentals': {
      const homes = rows as readonly ListingRow[];
      return pricesOf(
        homes.map((row) => row.list_price ?? row.rent_monthly),
        homes.map((row) => row.price_per_sqft),
      );
    }
  }
}

function pricesOf(
  prices: readonly (Money | null)[],
  perSqft: readonly (number | null)[],
): ListingSummary {
  const amounts = ascending(prices.map((price) => price?.amount ?? null));
  return {
    priced_count: amounts.length,
    median_price: moneyAt(amounts, 0.5),
    p25: moneyAt(amounts, 0.25),
    p75: moneyAt(amounts, 0.75),
    median_price_per_sqft: numberAt(ascending(perSqft), 0.5),
  };
}

function summariseSold(rows: readonly SoldRow[]): SoldSummary {
  const { median_price, priced_count, p25, p75, median_price_per_sqft } = pricesOf(
    rows.map((row) => row.sale_price),
    rows.map((row) => row.price_per_sqft),
  );
  const dates = rows.flatMap((row) => row.sold_date ?? []).sort();
  return {
    priced_count,
    disclosed_count: rows.filter((row) => row.sale_price_disclosure !== 'not_disclosed').length,
    median_sale_price: median_price,
    p25,
    p75,
    median_price_per_sqft,
    earliest_sold_date: dates[0] ?? null,
    latest_sold_date: dates.at(-1) ?? null,
  };
}

const ascending = (values: readonly (number | null)[]): number[] =>
  values.filter((value) => value !== null).sort((a, b) => a - b);

const moneyAt = (sorted: readonly number[], share: number): Money | null => {
  const value = percentile(sorted, share);
  return value === null ? null : usd(value);
};

const numberAt = (sorted: readonly number[], share: number): number | null => {
  const value = percentile(sorted, share);
  return value === null ? null : Math.round(value * 100) / 100;
};

/** Type 7: linear interpolation between the closest ranks; null without values. */
export function percentile(sorted: readonly number[], share: number): number | null {
  const rank = (sorted.length - 1) * share;
  const low = sorted[Math.floor(rank)];
  const high = sorted[Math.ceil(rank)];
  if (low === undefined || high === undefined) return null;
  return low + (high - low) * (rank - Math.floor(rank));
}

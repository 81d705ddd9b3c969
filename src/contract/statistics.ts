/** Statistics of an area: `GET /v1/statistics` (docs/statistics.md). */

/** Lengths of a period, and the fields that split one. */
export const PERIODS = ['month', 'quarter'] as const;
export type Period = (typeof PERIODS)[number];
export const CELL_GROUPS = ['property_type', 'beds'] as const;
export type CellGroup = (typeof CELL_GROUPS)[number];
export const STATISTICS_KINDS = ['sold', 'listings', 'rentals'] as const;

/** What the figures of a series rest on. */
export const BASES = {
  records: 'Sales of an imported dataset.',
  collections: 'What collections of this service saw at one source.',
} as const;

/** How much of a period was read. */
export const COVERAGES = {
  complete: 'All of it.',
  partial: 'Some of it: counts are lower bounds.',
  unread: 'Nothing: there are no figures, which is not the same as no homes.',
} as const;
export type Coverage = keyof typeof COVERAGES;

/** What the benchmark asks of a portal. Each portal has its own rows of this in `benchmark.ts`. */
import type { Kind, ListingStatus } from '#contract/values.js';
import type { HomeType, Plot } from '../data/home.js';

export interface PortalBenchmark {
  /** Rows that one request returns at most: what the fewest requests are counted by. */
  readonly rowsPerRequest: number;
  /** Whether homes under contract are among its homes for sale. */
  readonly pending: boolean;
  /** Whether the portal has homes of a ZIP; it has those of all ZIPs when absent. */
  readonly covers?: (plot: Plot) => boolean;
  readonly questions: readonly QuestionPlan[];
}

/** One question: its area is drawn by the seed until it has as many rows as the plan says. */
export interface QuestionPlan {
  readonly kind: Kind;
  readonly form: QuestionForm;
  /** The least and the most rows of the area that fit the filters. */
  readonly rows: readonly [min: number, max: number];
  /** Only ZIPs with a tower: more homes on one point than most portals show of a search. */
  readonly tower?: true;
  readonly filters?: QuestionFilters;
  /** The portal's usual statuses of the kind when absent. */
  readonly statuses?: readonly ListingStatus[];
  /** Of sold homes: how many days back; 90 when absent. */
  readonly soldWithinDays?: number;
  readonly fault?: PlannedFault;
}

/** The filters of a question, by their names in the API. Bounds are included. */
export interface QuestionFilters {
  readonly min_price?: number;
  readonly max_price?: number;
  readonly beds_min?: number;
  readonly sqft_min?: number;
  readonly year_built_min?: number;
  readonly property_type?: readonly HomeType[];
}

export type QuestionForm = 'zip' | 'city' | 'county' | 'box';

/** A fault of some requests of a question, counted from 1. */
export interface PlannedFault {
  readonly mode: FaultMode;
  readonly from: number;
  /** Requests that it strikes; all from `from` on when absent. */
  readonly times?: number;
}

/** Faults of the benchmark, and what a client says when one costs it rows. */
export const FAULT_OUTCOMES = {
  refuse: 'blocked',
  challenge: 'blocked',
  busy: 'blocked',
  error: 'blocked',
  drift: 'changed',
  empty_fields: 'changed',
  cut: 'changed',
} as const;

export type FaultMode = keyof typeof FAULT_OUTCOMES;

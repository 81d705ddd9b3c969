/**
 * The interface of a sandbox portal. A portal is a folder that exports one OpenPortal, and a row in
 * portals.ts: it reads requests in its own wire format over the same synthetic data.
 */
import type { SourceName } from '#contract/sources.js';
import type { Kind, ListingStatus } from '#contract/values.js';
import type { PortalBenchmark } from './benchmark/plan.js';
import type { HomeType, SyntheticData } from './data/home.js';
import type { AskedArea } from './odd-places.js';

/** How portals behave beyond their wire format; a bench changes it while the sandbox runs. */
export interface Behaviour {
  /** Whether a portal's own default order leans to one side, as real ones may. */
  readonly order: 'none' | 'price' | 'south';
  /** Share of last pages with rows from outside the search. */
  readonly relaxed: number;
  /** Share of homes whose street address and point are withheld. */
  readonly hidden: number;
  /** Share of portal_a's sold homes whose card has no sale date; 0 when left out. */
  readonly undated?: number;
  /** Share of the auction portal's trustee sales that a second channel lists too; 0 by default. */
  readonly channels?: number;
  /** Whether the auction portal accepts a box, which no client was seen to send. */
  readonly boxes: boolean;
}

export interface PortalRequest {
  readonly method: string;
  /** Path below the portal's base, with its leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A row of an answer. */
export type WireRow = Readonly<Record<string, unknown>>;

export interface PortalAnswer {
  readonly status: number;
  readonly json: unknown;
  /** Text before the JSON, where a portal guards its answers with it. */
  readonly prefix?: string;
  /** The page with the JSON in a script: the text before and after it. */
  readonly page?: { readonly before: string; readonly after: string };
  /** A document instead of the JSON. */
  readonly document?: { readonly text: string; readonly type: string };
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GroundTruthQuery {
  readonly kind: Kind;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly soldWithinDays: number;
  /** Whether homes under contract count as listings. */
  readonly pending: boolean;
  /** The time of the data; its current time when absent. */
  readonly atMs?: number;
}

/** A home of the ground truth. */
export interface TruthRow extends TruthPlace {
  /** Its id in the rows of a collector. */
  readonly id: string;
  readonly status: ListingStatus;
  /**
   * Dollars as the portal shows them: the asking price, the monthly rent (of a building the
   * lowest), the sale price; null when it shows none.
   */
  readonly price: number | null;
  /** Of a single home, from portals whose truth has it: as the portal shows it, and its type. */
  readonly beds?: number | null;
  readonly type?: HomeType;
  /** The year it was built, from portals that filter by it and show it. */
  readonly built?: number | null;
  /** Of a building: the most bedrooms of a flat. */
  readonly beds_most?: number;
  /** Square feet, from portals whose truth has them: as the portal shows them. */
  readonly sqft?: number | null;
}

/** Where a home of the ground truth is. */
export interface TruthPlace {
  readonly zip: string;
  /** Degrees. */
  readonly lng: number;
  readonly lat: number;
}

export interface Portal {
  /** `fault` is one of the portal's own, when it strikes. */
  answer(request: PortalRequest, fault?: string): Promise<PortalAnswer>;
  /** Fault modes that only this portal knows. */
  readonly faults?: readonly string[];
  /** The area of a search that names one; it identifies places that always fail. */
  areaOf?(request: PortalRequest): AskedArea | undefined;
  /** Ground truth: what a perfect collector finds in the closed box, in any order. */
  groundTruth(question: GroundTruthQuery): AsyncIterable<TruthRow>;
  /** Members that the fault `drift` renames. */
  readonly drifted: Readonly<Record<string, string>>;
  /** What the benchmark asks of the portal; nothing when absent. */
  readonly benchmark?: PortalBenchmark;
  /** What the fault `empty_fields` puts in place of members; undefined removes the member. */
  readonly emptied: Readonly<Record<string, unknown>>;
}

/** What a portal gets when the sandbox opens. */
export interface Scene {
  readonly data: SyntheticData;
  behaviour(): Behaviour;
  /** Yields to other work of the process; long searches call it between ZIPs. */
  turn(): Promise<void>;
}

export type OpenPortal = (scene: Scene) => Portal;
export type PortalName = SourceName;

/**
 * The interface of a sandbox portal. Another portal is a folder that exports one OpenPortal and one
 * row in portals.ts: it reads requests in its own wire format over the same synthetic data.
 */
import type { SourceName } from '#contract/sources.js';
import type { Kind, ListingStatus } from '#contract/values.js';
import type { SyntheticData } from './data/home.js';
import type { AskedArea } from './odd-places.js';

/** How portals behave beyond their wire format; a bench turns these while the sandbox runs. */
export interface Behaviour {
  /** Whether a portal's own default order leans to one side, as real ones may. */
  readonly order: 'none' | 'price' | 'south';
  /** Share of last pages that carry rows from outside what was asked. */
  readonly relaxed: number;
  /** Share of homes whose street address and point are withheld. */
  readonly hidden: number;
  /** Share of portal_a's sold homes whose card names no date of the sale; none when left out. */
  readonly undated?: number;
  /** Share of the auction portal's trustee sales that a second channel lists too; none when left out. */
  readonly channels?: number;
  /** Whether the auction portal can be asked for a box, which no client was seen to do. */
  readonly boxes: boolean;
}

export interface PortalRequest {
  readonly method: string;
  /** Path below the portal's base, with its leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** By their names in lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface PortalAnswer {
  readonly status: number;
  readonly json: unknown;
  /** Text before the JSON, where a portal guards its answers so. */
  readonly prefix?: string;
  /** The page that carries the JSON in a script: what stands before and behind it. */
  readonly page?: { readonly before: string; readonly after: string };
  /** A document in place of the JSON. */
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
  /** The moment of the data that is meant; its present when absent. */
  readonly atMs?: number;
}

/** A home of the ground truth. */
export interface TruthRow {
  /** Its id in the rows of a collector. */
  readonly id: string;
  readonly status: ListingStatus;
  /**
   * Dollars as the portal shows them: the asked price, the rent a month (of a building the lowest), the price
   * of the sale; null where it shows none.
   */
  readonly price: number | null;
}

export interface Portal {
  /** `fault` is one of its own, where such a one strikes. */
  answer(request: PortalRequest, fault?: string): Promise<PortalAnswer>;
  /** Fault modes that only this portal knows. */
  readonly faults?: readonly string[];
  /** The area that a search asks for, where its words name one; places that always fail are known by it. */
  areaOf?(request: PortalRequest): AskedArea | undefined;
  /** Ground truth: what a perfect collector finds in the closed box, in any order. */
  groundTruth(question: GroundTruthQuery): AsyncIterable<TruthRow>;
  /** Members that the fault `drift` renames. */
  readonly drifted: Readonly<Record<string, string>>;
  /** What the fault `empty_fields` puts in place of members; undefined leaves the member out. */
  readonly emptied: Readonly<Record<string, unknown>>;
}

/** What a portal gets when the sandbox opens. */
export interface Scene {
  readonly data: SyntheticData;
  behaviour(): Behaviour;
  /** Lets other work of the process run; long searches call it between ZIPs. */
  turn(): Promise<void>;
}

export type OpenPortal = (scene: Scene) => Portal;
export type PortalName = SourceName;

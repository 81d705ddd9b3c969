/** The first few of many, in a portal's order, without storing the many. */
export interface Ranked<T> {
  readonly key: number;
  readonly rank: number;
  readonly shown: T;
}

export class Shortlist<T extends { readonly id: number }> {
  private kept: Ranked<T>[] = [];
  private readonly size: number;
  private last: Ranked<T> | undefined;

  constructor(size: number) {
    this.size = size;
  }

  wants(key: number, rank: number): boolean {
    if (this.last === undefined) return true;
    return key < this.last.key || (key === this.last.key && rank <= this.last.rank);
  }

  take(ranked: Ranked<T>): void {
    this.kept.push(ranked);
    if (this.kept.length >= this.size * 2) this.trim();
  }

  best(): readonly T[] {
    this.trim();
    return this.kept.map((ranked) => ranked.shown);
  }

  private trim(): void {
    this.kept.sort((a, b) => a.key - b.key || a.rank - b.rank || a.shown.id - b.shown.id);
    if (this.kept.length < this.size) return;
    this.kept.length = this.size;
    this.last = this.kept.at(-1);
  }
}

/** Most searches are read only to their first pages: more is stored on request. */
const REACH_ROWS = [1_500, 12_000, 100_000] as const;
const ROWS_MAX = 100_000;

/** How many rows of a search to store so that the row before `end` is among them. */
export const reachFor = (end: number): number => REACH_ROWS.find((rows) => end <= rows) ?? ROWS_MAX;

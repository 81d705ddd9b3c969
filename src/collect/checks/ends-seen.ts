/**
 * How many rows searches of a source ended with. A cap shows in searches that end with one number of rows, which no
 * search exceeds: such ends are proved, others are not.
 */

interface End {
  readonly rows: number;
  /** The area that was asked for. */
  readonly area: string;
  readonly atMs: number;
  /** Whether it was proved that no more rows exist. */
  readonly proved: boolean;
}

/** How long an end says something of those that follow it. */
const KEPT_MS = 3_600_000;
/** Ends that are remembered, beside the largest proved one. */
const ENDS_MAX = 16;

/** The ends of one source and kind. */
export class EndsSeen {
  #recent: End[] = [];
  #largest: End | null = null;

  /** Whether as many rows may be a cap: no search had more, or another area had as many. */
  mayBeCap({ rows, area, atMs }: Omit<End, 'proved'>): boolean {
    const isKept = (end: End) => atMs - end.atMs < KEPT_MS;
    if (this.#largest === null || !isKept(this.#largest) || this.#largest.rows < rows) return true;
    return this.#recent.some((end) => isKept(end) && end.rows === rows && end.area !== area);
  }

  add(end: End): void {
    this.#recent = [...this.#recent, end].slice(-ENDS_MAX);
    const { rows, atMs, proved } = end;
    const largest = this.#largest;
    if (proved && (largest === null || rows >= largest.rows || atMs - largest.atMs >= KEPT_MS)) {
      this.#largest = end;
    }
  }
}

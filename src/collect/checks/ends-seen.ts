/**
 * How many rows searches of a source ended with. A cap shows when searches end with the same number
 * of rows and none exceeds it: such ends are proved, others are not.
 */

interface End {
  readonly rows: number;
  /** The requested area. */
  readonly area: string;
  readonly atMs: number;
  /** Whether it was proved that no more rows exist. */
  readonly proved: boolean;
}

/** How long an end is compared with later ones. */
const KEPT_MS = 3_600_000;
/** Recent ends that are stored, besides the largest proved one. */
const ENDS_MAX = 16;

/** The ends of one source and kind. */
export class EndsSeen {
  #recent: End[] = [];
  #largest: End | null = null;

  /** Whether this number of rows may be a cap: no search had more, or another area had as many. */
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

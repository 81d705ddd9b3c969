/** The clock, injected so that a test can stop it (STYLE.md, rule 8). */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  nowMs(): number;
  /** Resolves after `ms` milliseconds, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Random values, injected so that a test can fix them. */
export interface Ids {
  /** A UUIDv7 whose time comes from the injected clock. */
  uuid(): string;
  /** A number in [0, 1), for jitter. */
  random(): number;
  /** `size` unpredictable bytes, for keys and secrets. */
  bytes(size: number): Uint8Array;
}

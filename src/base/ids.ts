/** Chance as it is handed in. */
export interface Ids {
  /** A UUIDv7 whose time is the handed-in clock's. */
  uuid(): string;
  /** A number in [0, 1), for jitter. */
  random(): number;
  /** `size` unpredictable bytes, for keys and secrets. */
  bytes(size: number): Uint8Array;
}

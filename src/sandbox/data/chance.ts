/**
 * Random draws without state: every draw is a hash of its subject, so that the synthetic data is
 * the same in any order of reading, and a home costs nothing until it is requested.
 */

const TWO_POW_32 = 4_294_967_296;

/** Two integers to one well-mixed 32-bit integer (multiply and shift, as in MurmurHash3's end). */
export function mix(a: number, b: number): number {
  let hash = (a ^ Math.imul(b, 0x9e3779b1)) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** A number in [0, 1), determined by hash and salt. */
export const unit = (hash: number, salt: number): number => (mix(hash, salt) >>> 0) / TWO_POW_32;

/** A whole number in [low, high], determined by hash and salt. */
export const whole = (hash: number, salt: number, low: number, high: number): number =>
  low + Math.floor(unit(hash, salt) * (high - low + 1));

/** Roughly normal with mean 0 and deviation 1, within ±3: the sum of eight bytes. */
export function bell(hash: number, salt: number): number {
  const first = mix(hash, salt);
  const second = mix(first, salt + 1);
  let sum = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    sum += ((first >>> shift) & 255) + ((second >>> shift) & 255);
  }
  return (sum - BELL_MEAN) / BELL_DEVIATION;
}

// Eight uniform bytes: mean 8 × 127.5, variance 8 × (256² − 1) / 12.
const BELL_MEAN = 1_020;
const BELL_DEVIATION = 209.02;

/** One of a list, by hash and salt. The list is never empty. */
export function pick<T>(list: readonly T[], hash: number, salt: number): T {
  return list[Math.floor(unit(hash, salt) * list.length)] as T;
}

/** The 32-bit hash of a text. */
export function hashText(text: string, seed: number): number {
  let hash = seed | 0;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

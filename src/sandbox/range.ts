/** A requested range; null leaves a side open. */
export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

export const isOpen = (range: Range): boolean => (range.min ?? 0) <= 0 && range.max === null;

/** Both edges are included; an unknown value is in the open range only. */
export function within(range: Range, value: number | null): boolean {
  if (value === null) return isOpen(range);
  return (range.min === null || value >= range.min) && (range.max === null || value <= range.max);
}

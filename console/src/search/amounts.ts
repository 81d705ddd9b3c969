/** Turns amounts such as "$450,000", "450k" and "1.2m" into plain digits. */

const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\s*([km]?)$/i;
const ZEROS: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6 };

/** The digits of a whole amount; any other text is returned as is and fails validation. */
export function plainAmount(text: string): string {
  const [match, whole, fraction = '', unit = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (match === undefined || whole === undefined) return text;
  const zeros = ZEROS[unit.toLowerCase()] ?? 0;
  // Shifts digits instead of multiplying: 1.1 * 1e6 is 1100000.0000000001.
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > zeros) return text;
  return (whole.replaceAll(',', '') + kept.padEnd(zeros, '0')).replace(/^0+(?=\d)/, '');
}

/** Numbers as people write them, "$450,000", "450k", "1.2m", as the service reads them. */

const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\s*([km]?)$/i;
const ZEROS: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6 };

/** The plain digits of a whole amount; a text that is none stays as it is and is refused by its rule. */
export function plainAmount(text: string): string {
  const [match, whole, fraction = '', unit = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (match === undefined || whole === undefined) return text;
  const zeros = ZEROS[unit.toLowerCase()] ?? 0;
  // By digits, not by multiplying: 1.1 million is no 1100000.0000000001.
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > zeros) return text;
  return (whole.replaceAll(',', '') + kept.padEnd(zeros, '0')).replace(/^0+(?=\d)/, '');
}

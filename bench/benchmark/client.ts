/** The benchmark as its clients see it: the questions, an answer, the score. */

export interface AskedQuestion {
  readonly id: string;
  readonly portal: string;
  readonly kind: string;
  readonly statuses: readonly string[];
  readonly sold_within_days?: number;
  readonly sold_since?: string;
  readonly filters?: {
    readonly min_price?: number;
    readonly max_price?: number;
    readonly beds_min?: number;
    readonly sqft_min?: number;
    readonly year_built_min?: number;
    readonly property_type?: readonly string[];
  };
  readonly area: {
    readonly form: 'zip' | 'city' | 'county' | 'box';
    readonly zip?: string;
    readonly city?: string;
    readonly county?: string;
    readonly state?: string;
    readonly zips?: readonly string[];
    readonly box: readonly [west: number, south: number, east: number, north: number];
  };
  readonly fields: readonly string[];
  readonly url: string;
}

export interface ClientAnswer {
  readonly question: string;
  readonly outcome: 'complete' | 'partial' | 'blocked' | 'changed' | 'empty';
  readonly rows: readonly AnsweredRow[];
}

export interface AnsweredRow {
  readonly source_id: string;
  readonly status?: string;
  readonly zip?: string;
  readonly [field: string]: unknown;
}

export async function questionsOf(url: string): Promise<readonly AskedQuestion[]> {
  const response = await fetch(`${url}/questions`);
  return ((await response.json()) as { questions: readonly AskedQuestion[] }).questions;
}

/** The score of an answer file, as `json` or as the table. */
export async function scoreOf(url: string, file: string, format = ''): Promise<string> {
  const response = await fetch(`${url}/score?format=${format}`, { method: 'POST', body: file });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** NDJSON: an answer a line. */
export const fileOf = (answers: readonly ClientAnswer[]): string =>
  answers.map((answer) => `${JSON.stringify(answer)}\n`).join('');

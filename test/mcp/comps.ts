/**
 * An agent without a model: finds sold homes near an address by the tools alone, in at most five
 * calls. What it decides, it decides by what the answers say.
 */
import { callTool, type McpClient, type ToolText } from '../support/mcp-clients.js';

const CALLS_MAX = 5;
const COMPS_WANTED = 5;
/** How far to look, in miles and days: farther where too few homes have a price. */
const REACHES = [
  { radius_mi: 0.5, sold_within_days: 180 },
  { radius_mi: 1, sold_within_days: 365 },
  { radius_mi: 2, sold_within_days: 730 },
] as const;
const FIELDS = [
  'sold_date',
  'sale_price.amount',
  'price_per_sqft',
  'beds',
  'living_area_sqft',
  'address.line1',
];

interface Subject {
  readonly source_id: string;
  readonly beds?: number;
  readonly living_area_sqft?: number;
  readonly property_type?: string;
  readonly location: { readonly lat: number; readonly lng: number };
}

/** One call and its answer, as they went over the wire. */
export interface Step {
  readonly tool: string;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Comps {
  readonly steps: readonly Step[];
  readonly comps: readonly Readonly<Record<string, string>>[];
  readonly credits: number;
}

/** Sold homes like the one at an address; throws what a tool answers with an error. */
export async function findComps(
  client: Pick<McpClient, 'callTool'>,
  address: string,
  route: string,
): Promise<Comps> {
  const steps: Step[] = [];
  let credits = 0;
  const ask = async (tool: string, sent: Record<string, unknown>): Promise<ToolText> => {
    if (steps.length >= CALLS_MAX) throw new Error(`no comps in ${CALLS_MAX} calls`);
    const answer = await callTool(client, tool, sent);
    steps.push({ tool, sent, text: answer.text });
    if (answer.isError) throw new Error(answer.text);
    credits += answer.facts.repeat === undefined ? (answer.facts.credits ?? 0) : 0;
    return answer;
  };
  const subject = (await ask('get_home', { address })).facts.home as unknown as Subject;
  let comps: Comps['comps'] = [];
  for (const reach of REACHES) {
    const found = await ask('search_listings', { ...likeIt(subject), ...reach, route });
    comps = rowsOf(found)
      .filter((row) => row['sale_price.amount'] !== '' && row.sold_date !== '')
      .sort((a, b) => distance(a, subject) - distance(b, subject))
      .slice(0, COMPS_WANTED);
    if (comps.length >= COMPS_WANTED || steps.length >= CALLS_MAX) break;
  }
  return { steps, comps, credits };
}

/** A search for homes around the subject of its type and about its size. */
function likeIt({ location, beds, living_area_sqft: sqft, property_type }: Subject) {
  return {
    lat: location.lat,
    lng: location.lng,
    ...(property_type !== undefined && { property_type: [property_type] }),
    ...(beds !== undefined && { beds_min: Math.max(0, beds - 1) }),
    ...(sqft !== undefined && {
      sqft_min: Math.round(sqft * 0.8),
      sqft_max: Math.round(sqft * 1.2),
    }),
    fields: FIELDS,
    limit: 100,
  };
}

/** How unlike two homes are in size. */
const distance = (row: Readonly<Record<string, string>>, { living_area_sqft: sqft }: Subject) =>
  Math.abs(Number(row.living_area_sqft) - (sqft ?? 0));

/** The rows by column. The columns asked for hold no commas. */
function rowsOf({ rows }: ToolText): Record<string, string>[] {
  const [header = '', ...lines] = rows;
  const columns = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
  });
}

/** What differs from run to run: ids of jobs, and when a page was collected. */
const steady = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '01a1f9…')
    .replaceAll(/("collected_at":")[^"]+/g, '$12026-11-21T12:00:00.000Z');

/** The transcript as the documents print it. */
export const transcriptOf = ({ steps, comps, credits }: Comps): string =>
  [
    ...steps.map(
      ({ tool, sent, text }, at) =>
        `${at + 1}. ${tool} ${JSON.stringify(sent)}\n\n${shortened(steady(text))}\n`,
    ),
    `${comps.length} comps in ${steps.length} calls, ${credits} credits:`,
    ...comps.map(
      (row) =>
        `${row['address.line1']}: ${row['sale_price.amount']} on ${row.sold_date}, ${row.living_area_sqft} sqft, ${row.price_per_sqft} a sqft`,
    ),
  ].join('\n');

const LINES_SHOWN = 7;
const LINE_CHARS_SHOWN = 400;

function shortened(text: string): string {
  const lines = text
    .split('\n')
    .map((line) =>
      line.length > LINE_CHARS_SHOWN ? `${line.slice(0, LINE_CHARS_SHOWN)} …` : line,
    );
  const more = lines.length - LINES_SHOWN;
  return more <= 0
    ? lines.join('\n')
    : [...lines.slice(0, LINES_SHOWN), `… ${more} more rows`].join('\n');
}

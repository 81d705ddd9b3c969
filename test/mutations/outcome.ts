/** What a change came to, by comparing the page with the one of the unchanged source. */
import type { CollectedPage } from '#collect/pages/page.js';
import type { Row } from '#contract/rows.js';
import { SourceError } from '#sources/driver.js';
import { Endless } from './collect-changed.js';

/**
 * `loud`: the collection fails. `partial`: the page says that it is not complete and why, and what
 * it has is right. `same`: the rows, notes and count are those of the unchanged source. All else is
 * `silent`: a page that is other than before and looks as good.
 */
export type Outcome = 'loud' | 'partial' | 'same' | 'silent';

export interface Result {
  readonly outcome: Outcome;
  /** For a silent one: how the page differs, the worst first. */
  readonly detail: string;
}

export async function outcomeOf(
  base: CollectedPage,
  collect: () => Promise<CollectedPage>,
): Promise<Result> {
  try {
    return compare(base, await collect());
  } catch (error) {
    if (error instanceof SourceError) return { outcome: 'loud', detail: error.message };
    if (error instanceof Endless) return { outcome: 'silent', detail: `endless: ${error.message}` };
    throw error;
  }
}

function compare(base: CollectedPage, page: CollectedPage): Result {
  const differences = differencesOf(base, page);
  const isPartial = page.completeness === 'partial' && base.completeness === 'complete';
  const causes = dataNotes(page).filter((note) => !dataNotes(base).includes(note));
  if (isPartial && causes.length > 0) {
    const wrong = differences.find((difference) => difference.startsWith('wrong'));
    return wrong === undefined
      ? { outcome: 'partial', detail: causes.join('; ') }
      : { outcome: 'silent', detail: `partial, but ${wrong}` };
  }
  const [worst] = differences;
  return worst === undefined
    ? { outcome: 'same', detail: '' }
    : { outcome: 'silent', detail: worst };
}

/** How a page differs, worst first: other values, rows, lost values, reasons, count. */
function differencesOf(base: CollectedPage, page: CollectedPage): string[] {
  const before = rowsById(base);
  const after = rowsById(page);
  const wrong = new Set<string>();
  const lost = new Set<string>();
  for (const [id, row] of before) {
    const other = after.get(id);
    if (other !== undefined && other.text !== row.text)
      compareFields(row.row, other.row, wrong, lost);
  }
  const gone = [...before.keys()].filter((id) => !after.has(id)).length;
  const added = [...after.keys()].filter((id) => !before.has(id)).length;
  const twice = page.rows.length - after.size;
  return [
    ...(added > 0 ? [`wrong rows: ${added} added, ${gone} gone`] : []),
    ...(twice > 0 ? [`wrong rows: ${twice} twice`] : []),
    ...(wrong.size > 0 ? [`wrong values: ${listed(wrong)}`] : []),
    ...(gone > 0 && added === 0 ? [`rows gone: ${gone} of ${before.size}`] : []),
    ...(lost.size > 0
      ? [
          `lost values: ${[...lost]
            .map((name) => `${name} (${reasonsOf(page, name)})`)
            .slice(0, NAMES_MAX)
            .join(', ')}`,
        ]
      : []),
    ...(lost.size === 0 && gone === 0 && added === 0 ? reasonChanges(base, page) : []),
    ...(base.reported_total === page.reported_total
      ? []
      : [`other count: ${page.reported_total} for ${base.reported_total}`]),
  ];
}

const NAMES_MAX = 6;
const listed = (names: ReadonlySet<string>): string => [...names].slice(0, NAMES_MAX).join(', ');

interface HeldRow {
  readonly row: Row;
  readonly text: string;
}

/** The rows of a page with their text, cached: the unchanged page is compared with all others. */
function rowsById(page: CollectedPage): ReadonlyMap<string, HeldRow> {
  const known = KNOWN.get(page);
  if (known !== undefined) return known;
  const rows = new Map(
    page.rows.map((row) => [row.source_id, { row, text: JSON.stringify(row) }] as const),
  );
  KNOWN.set(page, rows);
  return rows;
}

const KNOWN = new WeakMap<CollectedPage, ReadonlyMap<string, HeldRow>>();

function compareFields(
  before: object,
  after: object,
  wrong: Set<string>,
  lost: Set<string>,
  prefix = '',
): void {
  const others = new Map<string, unknown>(Object.entries(after));
  for (const [name, value] of Object.entries(before) as [string, unknown][]) {
    const other = others.get(name);
    if (prefix === '' && (name === 'address' || name === 'extras')) {
      compareFields(value as object, other as object, wrong, lost, `${name}.`);
    } else if (JSON.stringify(value) !== JSON.stringify(other)) {
      const isLost = other === null || other === '' || other === undefined;
      (isLost ? lost : wrong).add(prefix + name);
    }
  }
}

const dataNotes = ({ field_notes }: CollectedPage): string[] =>
  field_notes.flatMap(({ field, detail }) => (field === 'data' ? [detail ?? ''] : []));

const reasonsOf = ({ field_notes }: CollectedPage, name: string): string =>
  field_notes.flatMap(({ field, reason }) => (field === name ? [reason] : [])).join('/') ||
  'no note';

function reasonChanges(base: CollectedPage, page: CollectedPage): string[] {
  const keys = ({ field_notes }: CollectedPage) =>
    new Set(
      field_notes.flatMap(({ field, reason }) => (field === 'data' ? [] : [`${field} ${reason}`])),
    );
  const [before, after] = [keys(base), keys(page)];
  const changed = [...after].filter((key) => !before.has(key));
  const gone = [...before].filter((key) => !after.has(key));
  if (changed.length > 0) return [`other reasons: ${changed.slice(0, NAMES_MAX).join(', ')}`];
  return gone.length > 0 ? [`reasons gone: ${gone.slice(0, NAMES_MAX).join(', ')}`] : [];
}

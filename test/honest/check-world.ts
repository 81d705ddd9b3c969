/** Asks a world several times and says whether it came back whole. */
import { FieldHistory } from '#collect/checks/field-history.js';
import type { CollectedPage } from '#collect/pages/page.js';
import { DROP_CAUSES } from '#domain/parsed-row.js';
import { SourceError } from '#sources/driver.js';
import { collectChanged, Endless, NO_CHANGE } from '../mutations/collect-changed.js';
import type { HonestWorld } from './world.js';

/** `withheld`: rows or values are missing from a page that fails in nothing else. */
export type Ending = 'whole' | 'withheld' | 'partial' | 'failed';

export interface Outcome {
  readonly ending: Ending;
  /** What the caller reads; empty where the world came back whole. */
  readonly detail: string;
  /** The asking, from 1, at which it was first not whole. */
  readonly asking: number;
}

/**
 * A run of worlds shares what is learned of a source; a source's older formats are a past of their
 * own.
 */
export type Histories = Map<string, FieldHistory>;

const ASKINGS = 5;
const WITHHELD = new Set(['unreadable', 'implausible']);

/** Asks a world five times in a row. */
export async function checkWorld(world: HonestWorld, histories: Histories): Promise<Outcome> {
  const history = histories.get(world.era) ?? new FieldHistory();
  histories.set(world.era, history);
  for (let asking = 1; asking <= ASKINGS; asking += 1) {
    const [ending, detail] = await ask(world, history);
    if (ending !== 'whole') return { ending, detail, asking };
  }
  return { ending: 'whole', detail: '', asking: 0 };
}

async function ask(
  { world, filters, ids }: HonestWorld,
  history: FieldHistory,
): Promise<readonly [Ending, string]> {
  try {
    const page = await collectChanged(world, NO_CHANGE, filters, { history });
    return judge(page, ids);
  } catch (error) {
    if (error instanceof SourceError || error instanceof Endless) return ['failed', error.message];
    throw error;
  }
}

function judge(page: CollectedPage, ids: ReadonlySet<string>): readonly [Ending, string] {
  const notes = page.field_notes.map(
    ({ field, reason, detail }) => `${field} ${reason}: ${detail ?? ''}`,
  );
  // Where every sale in an area keeps its price, none can be said to be in a range of prices:
  // docs/sources.md says so.
  const data = notes.filter((note) => note.startsWith('data '));
  const isUnknown = ids.size === 0 && data.every((note) => note.includes(DROP_CAUSES.undisclosed));
  if (page.completeness !== 'complete' && !(isUnknown && page.rows.length === 0)) {
    return ['partial', data.join('; ')];
  }
  const withheld = page.field_notes.findIndex(({ reason }) => WITHHELD.has(reason));
  if (withheld >= 0) return ['withheld', notes[withheld] ?? ''];
  if (page.lost.length > 0) return ['withheld', `lost: ${page.lost.join(', ')}`];
  const got = new Set(page.rows.map((row) => row.source_id));
  const missing = [...ids].filter((id) => !got.has(id)).length;
  const others = [...got].filter((id) => !ids.has(id)).length;
  if (missing + others + (page.rows.length - got.size) === 0) return ['whole', ''];
  return [
    'withheld',
    `${missing} of ${ids.size} rows missing, ${others} that were not asked for; ${data.join('; ')}`,
  ];
}

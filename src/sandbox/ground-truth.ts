/** What a perfect collector finds at a time: the homes that each portal selects from. */
import { dayOf } from './data/calendar.js';
import { type Home, lies, MICRO, type Plot, type Trade } from './data/home.js';
import { homesInArea } from './homes-in-area.js';
import type { GroundTruthQuery, Scene, TruthPlace } from './portal.js';

/** The homes of a trade in a closed box, at the time of the query. */
export async function* homesInTruth(
  scene: Scene,
  question: GroundTruthQuery,
  trade: Trade,
  wants: (plot: Plot) => boolean = () => true,
): AsyncGenerator<Home> {
  const { soldWithinDays: soldDays, pending } = question;
  const atMs = question.atMs ?? scene.data.nowMs();
  const day = dayOf(atMs);
  const area = { ...question, trades: [trade], atMs, soldDays, wants };
  for await (const homes of homesInArea(scene, area)) {
    for (const home of homes) {
      if (!lies(home, question)) continue;
      if (home.status === 'pending' && !pending) continue;
      if (home.sold_day === null || day - home.sold_day <= soldDays) yield home;
    }
  }
}

/** Where a home is, for its row of the truth. */
export const placeOf = ({ plot, x, y }: Home): TruthPlace => ({
  zip: plot.zip.zip,
  lng: x / MICRO,
  lat: y / MICRO,
});

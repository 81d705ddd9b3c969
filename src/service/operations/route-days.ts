/** Collections of a source's routes on each day, with the fill rate of each field. */
import { OperatorError } from '#base/operator-error.js';
import { DAY_MS } from '#contract/durations.js';
import type { RouteDaysBody } from '#contract/operator.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { SOURCES } from '#contract/sources.js';
import { listRouteDays, type RouteDay } from '#store/route-days.js';
import { healthName, now, type Parts } from '../app.js';
import { fillRates } from './show-sources.js';

/** Days shown by default. */
const DAYS_SHOWN = 30;
/** Lines of one response: four routes in a year and a quarter. */
export const LINES_MAX = 2_000;

/** The days of a source, oldest first. Throws OperatorError: unknown name, or too many days. */
export async function showRouteDays(
  app: Parts<'clock' | 'db' | 'client'>,
  source: string,
  asked: { readonly from: Date | null; readonly to: Date | null },
): Promise<RouteDaysBody> {
  if (!SOURCES.some((name) => name === source))
    throw new OperatorError(`No source has this name. The sources are ${SOURCES.join(', ')}.`);
  const to = asked.to ?? new Date(now(app).getTime() + DAY_MS);
  const from = asked.from ?? new Date(to.getTime() - DAYS_SHOWN * DAY_MS);
  if (from >= to)
    throw new OperatorError('The period ends before it begins. Give both --from and --to.');
  const routes = new Map(
    SEARCH_ROUTES.filter((route) => route.source === source).map((route) => [
      healthName(app, route),
      route.id,
    ]),
  );
  const found = await listRouteDays(app.db, [...routes.keys()], { from, to }, LINES_MAX + 1);
  if (found.length > LINES_MAX)
    throw new OperatorError(`The response has more than ${LINES_MAX} lines. Request fewer days.`);
  const days = found.map((day) => describe(routes.get(day.route) ?? day.route, day));
  return { from: from.toISOString(), to: to.toISOString(), days };
}

const describe = (route: string, { date, successes, failures, rows_read, filled }: RouteDay) => ({
  route,
  date,
  readings: successes + failures,
  failures,
  rows_read,
  fill_rates: fillRates(filled, rows_read),
});

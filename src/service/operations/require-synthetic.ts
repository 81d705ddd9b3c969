/** A demo shows the homes of its store to everyone, so no real source may have left any there. */
import { OperatorError } from '#base/operator-error.js';
import { routeById } from '#contract/routes.js';
import { takesFiles } from '#contract/sources.js';
import { listReplicas } from '#store/replicas.js';
import { listRouteHealth } from '#store/route-health.js';
import type { Parts } from '../app.js';

/** Throws OperatorError when the store was filled from real sources. Imported files may stay. */
export async function requireSynthetic({ db }: Parts<'db'>): Promise<void> {
  const routes = await listRouteHealth(db);
  const replicas = await listReplicas(db);
  const real = [
    ...routes.flatMap(({ route }) => {
      // The sandbox's have a prefix.
      const source = routeById(route)?.source;
      return source === undefined || takesFiles(source) ? [] : [source];
    }),
    ...replicas.map(({ source }) => source),
  ];
  if (real.length === 0) return;
  throw new OperatorError(
    `This store has homes of ${[...new Set(real)].join(', ')} from real sources, which a demo would show. Set another ROWHOUSE_DATA_DIR or DATABASE_URL, or unset ROWHOUSE_DEMO.`,
  );
}

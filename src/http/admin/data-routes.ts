/** Routes for data that operators import: datasets, outlines of ZIPs, and places of sources. */

import type { AddedSet } from '#contract/import-report.js';
import { type Action, noteChange } from '#service/accounts/audit-log.js';
import type { App } from '#service/app.js';
import { addOpenSet } from '#service/datasets/add-open-set.js';
import { importFile } from '#service/datasets/import-file.js';
import {
  findSet,
  listSets,
  type OpenSet,
  ownSet,
  removeSet,
  showSet,
} from '#service/datasets/open-sets.js';
import { listDatasets, removeDataset, showDataset } from '#service/datasets/show-datasets.js';
import {
  dropOutlines,
  importOutlines,
  type PlacesOrder,
  showOutlines,
} from '#service/places/import-outlines.js';
import { importPlaces, removePlaces, showPlaces } from '#service/places/import-places.js';
import { withReceived } from '../receive-import.js';
import { objectOf } from './fields.js';
import type { AdminInput, AdminRoute } from './route.js';

const source = (input: AdminInput): string => input.params.source ?? '';
const dataset = (input: AdminInput): string => input.params.dataset ?? '';
const ofSource = { params: objectOf(['source']) };
const ofDataset = { params: objectOf(['source', 'dataset']) };
const ofSet = { params: objectOf(['dataset']) };

/** Records what an import or a removal changed, once it is done; nothing for a mere check. */
async function noted<T extends object>(
  app: App,
  { by, query }: AdminInput,
  action: Action,
  subject: string,
  work: Promise<T>,
): Promise<T> {
  const result = await work;
  if (query.check === 'true') return result;
  await noteChange(app, app.db, by, { action, subject, after: brief(result) });
  return result;
}

/** A result as the audit log shows it: its plain values. */
const brief = (result: object) =>
  Object.fromEntries(Object.entries(result).filter(([, value]) => typeof value !== 'object'));

/** Receives the file of an import and passes it on with the query's options. */
const withFile = <T>(
  app: App,
  { body, query, gone }: AdminInput,
  before: 'mapping' | 'nothing',
  work: (order: PlacesOrder, mapping: unknown) => Promise<T>,
): Promise<T> =>
  withReceived(body, app.limits.IMPORT_BYTES_MAX, before, ({ mapping, file }) =>
    work(
      {
        file: { ...file, name: query.file_name ?? '' },
        check: query.check === 'true',
        signal: gone,
      },
      mapping,
    ),
  );

const addSet = (app: App, input: AdminInput, set: OpenSet): Promise<AddedSet> =>
  noted(
    app,
    input,
    'dataset.import',
    set.name,
    addOpenSet(app, { set, check: input.query.check === 'true', signal: input.gone }),
  );

export const DATA_ROUTES: readonly AdminRoute[] = [
  {
    method: 'GET',
    url: '/datasets/:source',
    ...ofSource,
    run: (app, input) => listDatasets(app, source(input)),
  },
  {
    method: 'POST',
    url: '/datasets/:source',
    ...ofSource,
    query: objectOf(['file_name', 'dataset', 'check'], ['file_name']),
    run: (app, input) =>
      noted(
        app,
        input,
        'dataset.import',
        source(input),
        withFile(app, input, 'mapping', (order, mapping) =>
          importFile(app, {
            ...order,
            source: source(input),
            mapping,
            dataset: input.query.dataset ?? null,
          }),
        ),
      ),
  },
  {
    method: 'GET',
    url: '/datasets/:source/:dataset',
    ...ofDataset,
    run: (app, input) => showDataset(app, source(input), dataset(input)),
  },
  {
    method: 'POST',
    url: '/datasets/:source/:dataset/remove',
    ...ofDataset,
    run: (app, input) =>
      noted(
        app,
        input,
        'dataset.remove',
        `${source(input)}/${dataset(input)}`,
        removeDataset(app, source(input), dataset(input)),
      ),
  },
  { method: 'GET', url: '/open', run: (app) => listSets(app) },
  {
    method: 'POST',
    url: '/open',
    query: objectOf(['check'], []),
    body: objectOf(['set'], ['set']),
    run: (app, input) => {
      const { set } = input.body as { set: unknown };
      return addSet(app, input, ownSet(app, set));
    },
  },
  {
    method: 'GET',
    url: '/open/:dataset',
    ...ofSet,
    run: (app, input) => showSet(app, dataset(input)),
  },
  {
    method: 'POST',
    url: '/open/:dataset/add',
    ...ofSet,
    query: objectOf(['check'], []),
    run: async (app, input) => addSet(app, input, await findSet(app, dataset(input))),
  },
  {
    method: 'POST',
    url: '/open/:dataset/remove',
    ...ofSet,
    run: (app, input) =>
      noted(app, input, 'dataset.remove', dataset(input), removeSet(app, dataset(input))),
  },
  {
    method: 'POST',
    url: '/outlines',
    query: objectOf(['file_name', 'check'], ['file_name']),
    run: (app, input) =>
      noted(
        app,
        input,
        'outlines.import',
        'zip',
        withFile(app, input, 'nothing', (order) => importOutlines(app, order)),
      ),
  },
  { method: 'GET', url: '/outlines', run: (app) => showOutlines(app) },
  {
    method: 'POST',
    url: '/outlines/remove',
    run: (app, input) => noted(app, input, 'outlines.remove', 'zip', dropOutlines(app)),
  },
  {
    method: 'POST',
    url: '/places/:source',
    ...ofSource,
    query: objectOf(['file_name', 'check'], ['file_name']),
    run: (app, input) =>
      noted(
        app,
        input,
        'places.import',
        source(input),
        withFile(app, input, 'nothing', (order) => importPlaces(app, source(input), order)),
      ),
  },
  {
    method: 'GET',
    url: '/places/:source',
    ...ofSource,
    run: (app, input) => showPlaces(app, source(input)),
  },
  {
    method: 'POST',
    url: '/places/:source/remove',
    ...ofSource,
    run: (app, input) =>
      noted(app, input, 'places.remove', source(input), removePlaces(app, source(input))),
  },
];

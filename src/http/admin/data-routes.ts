/** Routes for data that operators import: datasets, outlines of ZIPs, and places of sources. */

import type { AddedSet } from '#contract/import-report.js';
import { type Action, noteChange } from '#service/accounts/audit-log.js';
import type { App, Parts } from '#service/app.js';
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
import { type AdminInput, type AdminRoute, get, post } from './route.js';

/** Records what an import or a removal changed, once it is done; nothing for a mere check. */
async function noted<T extends object>(
  app: Parts<'clock' | 'db'>,
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
  app: Parts<'limits'>,
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
  get('/datasets/:source', {}, (app, input) => listDatasets(app, input.params.source)),
  post(
    '/datasets/:source',
    { query: objectOf(['file_name', 'dataset', 'check'], ['file_name']) },
    (app, input) =>
      noted(
        app,
        input,
        'dataset.import',
        input.params.source,
        withFile(app, input, 'mapping', (order, mapping) =>
          importFile(app, {
            ...order,
            source: input.params.source,
            mapping,
            dataset: input.query.dataset ?? null,
          }),
        ),
      ),
  ),
  get('/datasets/:source/:dataset', {}, (app, input) =>
    showDataset(app, input.params.source, input.params.dataset),
  ),
  post('/datasets/:source/:dataset/remove', {}, (app, input) =>
    noted(
      app,
      input,
      'dataset.remove',
      `${input.params.source}/${input.params.dataset}`,
      removeDataset(app, input.params.source, input.params.dataset),
    ),
  ),
  get('/open', {}, (app) => listSets(app)),
  post(
    '/open',
    { query: objectOf(['check'], []), body: objectOf(['set'], ['set']) },
    (app, input) => {
      const { set } = input.body as { set: unknown };
      return addSet(app, input, ownSet(app, set));
    },
  ),
  get('/open/:dataset', {}, (app, input) => showSet(app, input.params.dataset)),
  post('/open/:dataset/add', { query: objectOf(['check'], []) }, async (app, input) =>
    addSet(app, input, await findSet(app, input.params.dataset)),
  ),
  post('/open/:dataset/remove', {}, (app, input) =>
    noted(app, input, 'dataset.remove', input.params.dataset, removeSet(app, input.params.dataset)),
  ),
  post('/outlines', { query: objectOf(['file_name', 'check'], ['file_name']) }, (app, input) =>
    noted(
      app,
      input,
      'outlines.import',
      'zip',
      withFile(app, input, 'nothing', (order) => importOutlines(app, order)),
    ),
  ),
  get('/outlines', {}, (app) => showOutlines(app)),
  post('/outlines/remove', {}, (app, input) =>
    noted(app, input, 'outlines.remove', 'zip', dropOutlines(app)),
  ),
  post(
    '/places/:source',
    { query: objectOf(['file_name', 'check'], ['file_name']) },
    (app, input) =>
      noted(
        app,
        input,
        'places.import',
        input.params.source,
        withFile(app, input, 'nothing', (order) => importPlaces(app, input.params.source, order)),
      ),
  ),
  get('/places/:source', {}, (app, input) => showPlaces(app, input.params.source)),
  post('/places/:source/remove', {}, (app, input) =>
    noted(app, input, 'places.remove', input.params.source, removePlaces(app, input.params.source)),
  ),
];

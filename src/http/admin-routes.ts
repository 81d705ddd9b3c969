/** What the operator's listener offers, one row a command (design: JSON that other tools rely on). */

import { changeFeed } from '#service/accounts/feeds.js';
import {
  type AccountChanges,
  changeAccount,
  checkLedger,
  createAccount,
  createKey,
  grant,
  type NewAccount,
  reportUsage,
  showAccount,
  showAccounts,
} from '#service/accounts/manage.js';
import {
  changeStatusOfAll,
  createTestKey,
  endAnyKey,
  showAllKeys,
  type TestService,
} from '#service/accounts/test-keys.js';
import type { App } from '#service/app.js';
import { importFile } from '#service/datasets/import-file.js';
import { listDatasets, removeDataset, showDataset } from '#service/datasets/show-datasets.js';
import { showSources } from '#service/operations/show-sources.js';
import {
  dropOutlines,
  importOutlines,
  type PlacesOrder,
  showOutlines,
} from '#service/places/import-outlines.js';
import { importPlaces, removePlaces, showPlaces } from '#service/places/import-places.js';
import { objectOf } from './admin-fields.js';
import { withReceived } from './receive-import.js';

interface AdminInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Aborts when the operator's connection is lost. */
  readonly gone: AbortSignal;
  readonly testService: TestService;
}

interface AdminRoute {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: object;
  readonly params?: object;
  readonly query?: object;
  readonly run: (app: App, input: AdminInput) => Promise<unknown>;
}

const SETTINGS = ['name', 'plan_credits', 'rate_limit', 'max_pending'] as const;
const ofAccount = { params: objectOf(['account_id']) };
const account = (input: AdminInput): string => input.params.account_id ?? '';
const source = (input: AdminInput): string => input.params.source ?? '';
const dataset = (input: AdminInput): string => input.params.dataset ?? '';
const ofSource = { params: objectOf(['source']) };
const ofDataset = { params: objectOf(['source', 'dataset']) };

/** Receives the file of an import and hands it on with what the query says of it. */
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

export const ADMIN_ROUTES: readonly AdminRoute[] = [
  {
    method: 'POST',
    url: '/accounts',
    body: objectOf([...SETTINGS, 'extra_credits'], ['name']),
    run: (app, { body }) => createAccount(app, body as NewAccount),
  },
  { method: 'GET', url: '/accounts', run: (app) => showAccounts(app) },
  {
    method: 'GET',
    url: '/accounts/:account_id',
    ...ofAccount,
    run: (app, input) => showAccount(app, account(input)),
  },
  {
    method: 'POST',
    url: '/accounts/:account_id',
    ...ofAccount,
    body: objectOf(SETTINGS, []),
    run: (app, input) => changeAccount(app, account(input), input.body as AccountChanges),
  },
  {
    method: 'POST',
    url: '/accounts/:account_id/status',
    ...ofAccount,
    body: objectOf(['status']),
    run: (app, input) => {
      const { status } = input.body as { status: 'active' | 'suspended' };
      return changeStatusOfAll(app, input.testService, account(input), status);
    },
  },
  {
    method: 'POST',
    url: '/accounts/:account_id/feeds',
    ...ofAccount,
    body: objectOf(['feed', 'granted']),
    run: (app, input) => {
      const { feed, granted } = input.body as { feed: string; granted: boolean };
      return changeFeed(app, account(input), feed, granted);
    },
  },
  {
    method: 'POST',
    url: '/keys',
    body: objectOf(['account_id', 'test'], ['account_id']),
    run: (app, { body, testService }) => {
      const { account_id, test } = body as { account_id: string; test?: boolean };
      return test === true
        ? createTestKey(app, testService, account_id)
        : createKey(app, account_id);
    },
  },
  {
    method: 'GET',
    url: '/keys',
    query: objectOf(['account_id'], []),
    run: (app, { query, testService }) => showAllKeys(app, testService, query.account_id ?? null),
  },
  {
    method: 'POST',
    url: '/keys/:key_id/revoke',
    params: objectOf(['key_id']),
    run: (app, input) => endAnyKey(app, input.testService, input.params.key_id ?? ''),
  },
  {
    method: 'POST',
    url: '/credits',
    body: objectOf(['account_id', 'amount', 'kind']),
    run: (app, { body }) => grant(app, body as Parameters<typeof grant>[1]),
  },
  {
    method: 'GET',
    url: '/usage/:account_id',
    ...ofAccount,
    run: (app, input) => reportUsage(app, account(input)),
  },
  { method: 'GET', url: '/sources', run: (app) => showSources(app) },
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
      withFile(app, input, 'mapping', (order, mapping) =>
        importFile(app, {
          ...order,
          source: source(input),
          mapping,
          dataset: input.query.dataset ?? null,
        }),
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
    run: (app, input) => removeDataset(app, source(input), dataset(input)),
  },
  {
    method: 'POST',
    url: '/outlines',
    query: objectOf(['file_name', 'check'], ['file_name']),
    run: (app, input) => withFile(app, input, 'nothing', (order) => importOutlines(app, order)),
  },
  { method: 'GET', url: '/outlines', run: (app) => showOutlines(app) },
  { method: 'POST', url: '/outlines/remove', run: (app) => dropOutlines(app) },
  {
    method: 'POST',
    url: '/places/:source',
    ...ofSource,
    query: objectOf(['file_name', 'check'], ['file_name']),
    run: (app, input) =>
      withFile(app, input, 'nothing', (order) => importPlaces(app, source(input), order)),
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
    run: (app, input) => removePlaces(app, source(input)),
  },
  { method: 'GET', url: '/ledger/check', run: (app) => checkLedger(app) },
];

import { before, test } from 'node:test';
import { checkLedger, reportUsage } from '#service/accounts/manage.js';
import {
  AREAS,
  explainsEveryNull,
  findsRowsBy,
  searchesOnce,
  type UnderTest,
} from './support/end-to-end.js';
import { sharedApp } from './support/open-test-app.js';

const t = sharedApp();
let service: UnderTest;
before(async () => {
  service = {
    account: () => t.account(),
    get: async (path, key) => {
      const { statusCode, headers, body } = await t.get(path, key);
      return { status: statusCode, headers, body: JSON.parse(body) };
    },
    usage: (accountId) => reportUsage(t.app, accountId),
    isLedgerRight: async () => (await checkLedger(t.app)).ok,
  };
});

test('a search becomes a job, the job becomes rows, and the same search is then answered from the cache', () =>
  searchesOnce(service));

test('every null of every row is explained by a field note', () => explainsEveryNull(service));

for (const area of AREAS) {
  test(`a search by ${area} completes with rows`, () => findsRowsBy(service, area));
}

/** The copy of a moved account that stays behind is older than the account: it is never resumed. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { changeStatus, grant } from '#service/accounts/manage.js';
import { exportAccountRows, importAccountRows } from '#store/transfer/move-account.js';
import { openTestApp, type TestAccount, type TestApp } from '../support/open-test-app.js';

const AT = '2026-11-21T12:00:00.000Z';

let old: TestApp;
let next: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-back-'));
before(async () => {
  old = await openTestApp();
  next = await openTestApp();
});
after(async () => {
  await old.close();
  await next.close();
  rmSync(folder, { recursive: true, force: true });
});

async function move(from: TestApp, to: TestApp, { account_id }: TestAccount): Promise<void> {
  const file = join(folder, `${from.app.ids.uuid()}.gz`);
  await changeStatus(from.app, account_id, 'moved');
  await exportAccountRows(from.app.db, account_id, file, AT);
  await importAccountRows(to.app.db, account_id, file);
}

test('an import says not to resume the copy that stayed when the account moved away', async () => {
  const account = await old.account();
  const { account_id } = account;
  await move(old, next, account);
  await changeStatus(next.app, account_id, 'active');
  await grant(next.app, { account_id, amount: 5, kind: 'extra' });
  await assert.rejects(
    move(next, old, account),
    /has the account already \(moved\), and its ledger is not that of .* never resume it/,
  );
});

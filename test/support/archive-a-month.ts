import type { Db } from '#store/db.js';
import { chainSha256, insertArchivedMonth } from '#store/transfer/archived-months.js';

/** A month that was archived long ago, in which credits were granted and expired. */
export async function archiveAMonth(db: Db, accountId: string): Promise<void> {
  await db.rows(
    `insert into archived_sums
     values ('2019-11', $1, 'plan', '2019-11', 'grant', 1, 5, 0), ('2019-11', $1, 'plan', '2019-11', 'expire', 1, -5, 0)`,
    [accountId],
  );
  const [sums] = await db.rows<{ sha256: string }>(
    `select archived_sums_sha256('2019-11') as sha256`,
  );
  const month = {
    chain_position: 1,
    month: '2019-11',
    archived_at: '2020-02-01T00:00:00.000000Z',
    hits: 0,
    hits_sha256: 'none',
    entries: 2,
    entries_sha256: 'some',
    hits_file_sha256: 'none',
    entries_file_sha256: 'some',
    sums_sha256: sums?.sha256 ?? '',
    chain_sha256: '',
  };
  await insertArchivedMonth(db, { ...month, chain_sha256: chainSha256('', month) });
}

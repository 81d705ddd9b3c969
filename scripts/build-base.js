// Makes dist/base.tgz: an empty database directory, so that a first start unpacks it instead of
// running initdb (about 1 s and a third of the memory). Time and randomness stand still, so that
// the same engine gives the same bytes: a package of a commit can be made again and compared.
// Nothing of it is a secret: the engine has no passwords, and the service makes its own.
import crypto from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Copies of the empty database that a server makes others from: two thirds of the files. */
const TEMPLATES = ['template0', 'template1'];
const MADE_AT_MS = Date.UTC(2026, 0, 1);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [MADE_AT_MS] : parts));
  }
  static now = () => MADE_AT_MS;
};
performance.now = () => 0;
crypto.randomFillSync = (view) => view.fill(0);

// After the above, which it would otherwise have taken as it was.
const { PGlite } = await import('@electric-sql/pglite');
const out = process.argv[2] ?? 'dist/base.tgz';
const database = await PGlite.create();
for (const name of TEMPLATES) {
  await database.exec(`alter database ${name} is_template false`);
  await database.exec(`drop database ${name}`);
}
const archive = await database.dumpDataDir('none');
await database.close();
writeFileSync(`${out}.tmp`, gzipSync(Buffer.from(await archive.arrayBuffer())));
renameSync(`${out}.tmp`, out);

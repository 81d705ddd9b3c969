/**
 * Baseline: the straightforward way to sell a page. Fastify and @fastify/compress; a call looks its
 * key up, inserts the request, updates the balance (one statement each, through a pg pool) and
 * sends the page as an object. Arguments: file of the body, PostgreSQL address, file of the keys.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import compress from '@fastify/compress';
import fastify from 'fastify';
import pg from 'pg';

const [bodyFile = '', databaseUrl = '', keysFile = ''] = process.argv.slice(2);
const CREDITS = 1_000_000;
const { result } = JSON.parse(readFileSync(bodyFile, 'utf8'));
const digest = (key: string) => createHash('sha256').update(key).digest();

const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await pool.query(`create table keys (digest bytea primary key, account_id uuid not null);
  create table balances (account_id uuid primary key, available bigint not null);
  create table requests (request_id uuid primary key, account_id uuid not null, query text not null,
    credits smallint not null, created_at timestamptz not null)`);
await pool.query(
  'insert into keys select digest, gen_random_uuid() from unnest($1::bytea[]) as k (digest)',
  [readFileSync(keysFile, 'utf8').split('\n').map(digest)],
);
await pool.query('insert into balances select account_id, $1 from keys', [CREDITS]);

const app = fastify({ logger: false });
await app.register(compress, { encodings: ['gzip'] });
app.get('/v1/portal_a/listings', async (request, reply) => {
  const key = (request.headers.authorization ?? '').slice('Bearer '.length);
  const found = await pool.query('select account_id from keys where digest = $1', [digest(key)]);
  const accountId = found.rows[0]?.account_id;
  if (accountId === undefined) return reply.code(401).send({ error: 'invalid_api_key' });
  const requestId = randomUUID();
  const query = JSON.stringify(request.query);
  await pool.query('insert into requests values ($1, $2, $3, 1, $4)', [
    requestId,
    accountId,
    query,
    new Date(),
  ]);
  await pool.query(
    'update balances set available = available - 1 where account_id = $1 and available > 0',
    [accountId],
  );
  return { request_id: requestId, status: 'complete', credits: 1, cached: true, result };
});
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`ready ${(app.server.address() as AddressInfo).port}`);
process.once('SIGTERM', () => process.exit(0));

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { before, test } from 'node:test';
import { ApiError } from '#domain/api-error.js';
import { sharedStore } from '../../test/support/open-test-store.js';
import { openPool } from './db.js';

const store = sharedStore({ migrated: false });
before(async () => {
  await store.pool.rows('create table notes (word text not null unique)');
});

const words = async (): Promise<string[]> =>
  (await store.pool.rows<{ word: string }>('select word from notes order by word')).map(
    ({ word }) => word,
  );
const write = (word: string) => ['insert into notes values ($1)', [word]] as const;

test('a transaction that throws leaves nothing behind, and the pool continues', async () => {
  const fault = new Error('stop');
  const work = store.pool.transaction(async (tx) => {
    await tx.rows(...write('lost'));
    assert.equal((await tx.rows('select 1 from notes')).length, 1, 'seen inside');
    throw fault;
  });
  await assert.rejects(work, fault);
  assert.deepEqual(await words(), []);
});

test('a transaction whose statement fails leaves nothing behind', async () => {
  const work = store.pool.transaction(async (tx) => {
    await tx.rows(...write('once'));
    await tx.rows(...write('once'));
  });
  await assert.rejects(work, /duplicate key/);
  assert.deepEqual(await words(), []);
});

test('a transaction that returns has written everything, and gives its value', async () => {
  const value = await store.pool.transaction(async (tx) => {
    await tx.rows(...write('kept'));
    return tx.transaction(async (inner) => {
      await inner.rows(...write('kept too'));
      return 7;
    });
  });
  assert.equal(value, 7);
  assert.deepEqual(await words(), ['kept', 'kept too']);
  await store.pool.rows('delete from notes');
});

test('transactions at the same time do not mix', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      store.pool.transaction(async (tx) => {
        await tx.rows(...write(`word ${index}`));
        if (index % 2 === 0) throw new Error('undo');
      }),
    ),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 10);
  assert.equal((await words()).length, 10);
  assert.ok((await words()).every((word) => Number(word.split(' ')[1]) % 2 === 1));
});

test('bigint comes back as a number and timestamps as dates', async () => {
  const [row] = await store.pool.rows<{ n: number; at: Date }>(
    `select count(*) as n, timestamptz '2026-11-21T12:00:00Z' as at from notes`,
  );
  assert.equal(row?.n, 10);
  assert.deepEqual(row?.at, new Date('2026-11-21T12:00:00Z'));
});

test('an internal error is thrown as it is, not as a database out of reach', async () => {
  const work = store.pool.transaction((tx) => tx.rows('select nonsense'));
  await assert.rejects(work, (error) => !(error instanceof ApiError));
});

test('a statement that fails does not shift the answers of those after it', async () => {
  for (let round = 0; round < 3; round += 1) {
    await assert.rejects(store.pool.rows('select nonsense'), /nonsense/);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => store.pool.rows(`select ${round * 10 + n} as n`)),
    );
    const numbers = Array.from({ length: 5 }, (_, n) => [{ n: round * 10 + n }]);
    assert.deepEqual(answers, numbers);
  }
});

test('a named statement gives the same rows as one without a name, every time', async () => {
  const text = `select $1::int as n, $2::timestamptz as at, $3::text as word, array[true, false, null] as given,
    '{"a": [1]}'::jsonb as deep, sum(one) as sum from generate_series(1::bigint, 3) as one`;
  const values = [7, new Date('2026-11-21T12:00:00.123Z'), null];
  const plain = await store.pool.rows(text, values);
  assert.deepEqual(plain, [
    { n: 7, at: values[1], word: null, given: [true, false, null], deep: { a: [1] }, sum: '6' },
  ]);
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(await store.pool.rows(text, values, 'all_types'), plain);
    const inside = store.pool.transaction((tx) => tx.rows(text, values, 'all_types'));
    assert.deepEqual(await inside, plain);
  }
  assert.deepEqual(await store.pool.rows('select 1 as n where false', [], 'no_rows'), []);
});

test('a named statement is planned once a session', async () => {
  const text = `select count(*) as n from pg_prepared_statements where name like '%' || $1`;
  const planned = Promise.all([1, 2, 3].map(() => store.pool.rows(text, ['counted'], 'counted')));
  assert.ok((await planned).flat().every((row) => (row as { n: number }).n === 1));
});

test('named statements that fail get their error, and shift no results', async () => {
  const text = 'select 10 / $1::int as n';
  const divide = (by: number) => store.pool.rows(text, [by], 'divide');
  for (let round = 0; round < 3; round += 1) {
    await assert.rejects(divide(0), /division by zero/);
    await assert.rejects(store.pool.rows('select nonsense', [], 'nonsense'), /nonsense/);
    const answers = await Promise.all([1, 2, 5, 10].map(divide));
    assert.deepEqual(answers.flat(), [{ n: 10 }, { n: 5 }, { n: 2 }, { n: 1 }]);
    const outcomes = await Promise.allSettled([0, 1, 0, 2].map(divide));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
  }
});

const isUnavailable = (error: unknown) =>
  error instanceof ApiError && error.code === 'storage_unavailable';

test('a server that cannot be reached is reported as storage_unavailable', async () => {
  const pool = openPool({ host: '127.0.0.1', port: 9, connectionTimeoutMillis: 500 });
  await assert.rejects(pool.rows('select 1'), isUnavailable);
  await assert.rejects(pool.rows('select 1', [], 'one'), isUnavailable);
  await assert.rejects(
    pool.transaction(async () => undefined),
    isUnavailable,
  );
  await assert.rejects(pool.session(), isUnavailable);
  await pool.close();
});

/** A server that accepts every connection and then stops answering. */
async function openSilentServer() {
  const sockets = new Set<Socket>();
  let heard = '';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard += bytes.toString();
    });
    socket.once('data', () => {
      const welcome = 'R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I';
      socket.write(welcome, 'latin1');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, heard: () => heard, close };
}

test('a server that stops answering is reported as storage_unavailable, and its sessions are given up', async () => {
  const server = await openSilentServer();
  const pool = openPool({ host: '127.0.0.1', port: server.port, query_timeout: 50, max: 1 });
  for (let round = 0; round < 2; round += 1) {
    await assert.rejects(pool.rows('select 1'), isUnavailable);
    await assert.rejects(pool.rows('select 1', [], 'one'), isUnavailable);
    await assert.rejects(
      pool.transaction((tx) => tx.rows('select 1')),
      isUnavailable,
    );
  }
  assert.ok(server.heard().includes('begin'));
  assert.ok(!server.heard().includes('rollback'), 'nobody waits for an answer to a rollback');
  server.close();
  await pool.close();
});

/** A message of the protocol: its type, its length, its body. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + Buffer.byteLength(body));
  bytes.write(type, 'latin1');
  bytes.writeInt32BE(bytes.length - 1, 1);
  bytes.write(body, 5);
  return bytes;
}

test('a commit that no standby confirmed, as its wait was cancelled, is not reported as done', async () => {
  const WARNING =
    'SWARNING\0VWARNING\0C01000\0Mcanceling wait for synchronous replication\0RSyncRepWaitForLSN\0\0';
  let sessions = 0;
  const server = createServer((socket) => {
    sessions += 1;
    const isFirst = sessions % 2 === 1;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]));
      socket.on('data', (bytes) => {
        if (bytes.toString('latin1', 0, 1) === 'X') return;
        // The warning follows committed work only; a transaction commits at its end.
        const isDone = !bytes.includes('begin');
        socket.write(
          Buffer.concat([
            ...(isFirst && isDone ? [message('N', WARNING)] : []),
            message('C', 'INSERT 0 1\0'),
            message('Z', 'I'),
          ]),
        );
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = openPool({ host: '127.0.0.1', port, query_timeout: 5_000, max: 1 });
  const ways = [
    () => pool.rows('insert'),
    () => pool.rows('insert', [], 'insert'),
    () => pool.transaction(async () => undefined),
  ];
  try {
    for (const way of ways) {
      await assert.rejects(way(), isUnavailable);
      // The session is discarded, and the next one is used.
      await way();
      await pool.session().then((session) => session.release(true));
    }
  } finally {
    await pool.close();
    server.close();
  }
});

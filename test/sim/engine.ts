/**
 * The simulation's embedded database: the service's engine behind the same pool, but in this thread
 * and in memory. A statement needs no message or disk and is answered before the event loop turns.
 */
import { readFileSync } from 'node:fs';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { openPool } from '#store/db.js';
import { localNotifications } from '#store/notifications.js';
import type { Store } from '#store/open.js';

/** The empty database directory that the build made, as a first start of the service unpacks it. */
const BASE_ARCHIVE = fileURLToPath(new URL('../../dist/base.tgz', import.meta.url));

/** A statement is planned once: most of what one costs on tables this small is its plan. */
const SETTINGS = [
  'plan_cache_mode=force_generic_plan',
  'synchronous_commit=off',
  'full_page_writes=off',
  'track_activities=off',
  'track_counts=off',
];

export interface Engine extends Store {
  /** The database as it is now, for other engines to begin with. */
  copy(): Promise<Blob>;
}

/** Opens a copy of a database, or an empty one, with one session as in the embedded service. */
export async function openEngine(copyOf?: Blob): Promise<Engine> {
  const database = await PGlite.create({
    loadDataDir: copyOf ?? new Blob([readFileSync(BASE_ARCHIVE)]),
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
  });
  let connections = 0;
  const pool = openPool({
    stream: () => {
      connections += 1;
      return new EngineStream(database, connections > 1);
    },
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
  });
  return {
    pool: {
      ...pool,
      close: async () => {
        await pool.close();
        await database.close();
      },
    },
    embedded: true,
    openNotifications: async () => localNotifications(),
    copy: () => database.dumpDataDir('none'),
  };
}

/** A connection to the database as the socket that `pg` expects. */
class EngineStream extends Duplex {
  readonly #database: PGlite;

  /** The engine has one session: what the last connection left in it ends with `isNext`. */
  constructor(database: PGlite, isNext: boolean) {
    super();
    this.#database = database;
    if (!isNext) return;
    for (const text of ['rollback', 'discard all']) database.execProtocolRawSync(simpleQuery(text));
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** `pg` gets the answer after it has sent all, as from a socket. */
  #send(bytes: Uint8Array): void {
    const parts: Uint8Array[] = [];
    // It runs to its end at once; its promise is for file systems that have to be written back.
    void this.#database.execProtocolRawStream(bytes, {
      syncToFs: false,
      onRawData: (part) => parts.push(part.slice()),
    });
    const [first] = parts;
    const answer = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
    process.nextTick(() => this.push(answer));
  }
}

/** A statement as one message of the protocol: its type, its length and the text. */
function simpleQuery(text: string): Uint8Array {
  const LENGTH_BYTES = 4;
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(1 + LENGTH_BYTES);
  head.write('Q');
  head.writeUInt32BE(LENGTH_BYTES + body.length, 1);
  return Buffer.concat([head, body]);
}

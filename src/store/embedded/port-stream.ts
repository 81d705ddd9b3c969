import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './worker.js';

/**
 * A connection to the database thread as the socket that `pg` expects: bytes out, bytes in. All
 * connections share one port, so that their bytes arrive in sending order; each message carries the
 * number of its connection, so that an answer to an old connection never reaches the next.
 */
export class PortStream extends Duplex {
  readonly #port: MessagePort | null;
  readonly #connection: number;

  /** A later connection has a higher number. Without a port the database is down. */
  constructor(port: MessagePort | null, connection: number) {
    super();
    this.#port = port;
    this.#connection = connection;
    port?.on('message', this.#receive);
  }

  /** `pg` calls this as on a socket; there is nothing to dial. */
  connect(): this {
    if (this.#port === null) this.destroy(failure('ECONNREFUSED', 'is down'));
    else queueMicrotask(() => this.emit('connect'));
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

  /** Both directions end together, as on a socket whose other side hangs up. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** The thread needs no message: it ends this connection when the next one begins. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port?.off('message', this.#receive);
    done(error);
  }

  readonly #receive = (message: FromWorker): void => {
    if (message === 'closed' || message.connection !== this.#connection) return;
    const { buffer, byteOffset, byteLength } = message.bytes;
    this.push(Buffer.from(buffer, byteOffset, byteLength));
  };

  #send(bytes: Uint8Array): void {
    const message: ToWorker = { connection: this.#connection, bytes };
    this.#port?.postMessage(message);
  }
}

/** What `pg` gets from a socket whose server is gone. */
export const failure = (code: 'ECONNRESET' | 'ECONNREFUSED', why: string): Error =>
  Object.assign(new Error(`the embedded database ${why}`), { code });

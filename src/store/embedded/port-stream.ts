import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/**
 * A message port to the database thread as the socket that `pg` expects: bytes out, bytes in. The
 * port outlives the stream, so that a client may end and another begin.
 */
export class PortStream extends Duplex {
  readonly #port: MessagePort;
  readonly #take = (bytes: Uint8Array | null) => {
    if (bytes !== null) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  };

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', this.#take);
  }

  /** `pg` calls this as on a socket; there is nothing to dial. */
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
    this.#port.postMessage(chunk);
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#port.postMessage(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.off('message', this.#take);
    done(error);
  }
}

import { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/**
 * A connection to the database thread as the socket that `pg` expects: bytes out, bytes in. Each has a
 * port of its own, so that what one connection is told late never reaches the next.
 */
export class PortStream extends Duplex {
  readonly #port: MessagePort;

  /** `control` is where the database thread takes new connections. */
  constructor(control: MessagePort) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    control.postMessage(port2, [port2]);
    port1.on('message', (bytes: Uint8Array) => {
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
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

  /** Both directions end together, as on a socket whose other side hangs up. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }
}

/** A path between two programs that can be cut: connections stay open, but no bytes pass. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../test/support/free-port.js';
import { atEnd } from './at-end.js';

export interface Relay {
  readonly port: number;
  /** From now on nothing passes, and what was on its way is lost. */
  cut(): void;
  /** Connections that were cut are reset; new ones pass. */
  heal(): void;
}

/** Relays to a port of the loopback. */
export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      near.pause();
      return;
    }
    const far = connect(target, '127.0.0.1');
    keep(far);
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => near.write(bytes));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => {
        if (!isCut) other.destroy();
      });
    }
  });
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const port = await listen(server);
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  atEnd(reset);
  return {
    port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    heal: () => {
      reset();
      isCut = false;
    },
  };
}

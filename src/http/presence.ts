/** Whether a caller is still connected, as far as its socket shows. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A caller whose connection is closed both ways reads no answer, so it is not charged. */
export const isThere = ({ socket }: IncomingMessage): boolean => !socket.destroyed;

/**
 * Ends the connection of a response on which nothing has moved for as long as the server waits, if
 * its caller is to blame: one that takes nothing of an answer would hold it in memory for good.
 */
export function endUnread({ socket }: ServerResponse): void {
  if (socket !== null && socket.writableLength > 0) socket.destroy();
}

/** Callbacks for when a connection's caller stops sending: one listener for all of its calls. */
const listening = new WeakMap<Socket, Set<() => void>>();

/**
 * Aborts when the caller has closed its sending side or its connection, or has its answer. A
 * disconnected caller and one still reading look the same at first, so no call is held any longer.
 */
export function silenceOf(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const { socket } = request;
  const silent = new AbortController();
  const end = () => silent.abort();
  if (socket.readableEnded) end();
  const ends = listening.get(socket) ?? listen(socket);
  ends.add(end);
  response.once('close', () => {
    ends.delete(end);
    end();
  });
  return silent.signal;
}

function listen(socket: Socket): Set<() => void> {
  const ends = new Set<() => void>();
  listening.set(socket, ends);
  socket.once('end', () => {
    for (const end of ends) end();
  });
  return ends;
}

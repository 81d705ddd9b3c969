/**
 * Many long polls from one process, on raw sockets, so that the client costs little: bodies are
 * counted and dropped. A poll that is answered with 202 asks again, as callers do, and one that is
 * answered with 503 asks again a little later.
 */
import { connect, type Socket } from 'node:net';

const CONNECT_AT_ONCE = 200;
const WAIT_S = 20;
const RETRY_MS = 1_000;

export interface Poll {
  readonly path: string;
  readonly key: string;
}

export interface Polls {
  /** When each finished job was answered, performance.now(), in the order of the answers. */
  readonly answeredMs: readonly number[];
  /** How often a poll was still pending. */
  readonly again: () => number;
  /** How often a poll was answered with 503. */
  readonly refused: () => number;
  /** Answers that were none of these, and connections that broke. */
  readonly broken: () => number;
  close(): void;
}

/** Opens a connection a poll and sends them all; resolves when the last is sent. */
export async function openPolls(base: string, polls: readonly Poll[]): Promise<Polls> {
  const { hostname, port, host } = new URL(base);
  const answeredMs: number[] = [];
  const count = { again: 0, refused: 0, broken: 0 };
  const sockets: Socket[] = [];
  const close = () => {
    for (const socket of sockets) socket.destroy();
  };
  const open = ({ path, key }: Poll) => {
    const text =
      `GET ${path}?wait=${WAIT_S} HTTP/1.1\r\nHost: ${host}\r\n` +
      `Authorization: Bearer ${key}\r\nAccept-Encoding: gzip\r\n\r\n`;
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    sockets.push(socket);
    const read = answerReader((status) => {
      if (status === 200) {
        answeredMs.push(performance.now());
      } else if (status === 202) {
        count.again += 1;
        socket.write(text);
      } else if (status === 503) {
        count.refused += 1;
        setTimeout(() => socket.write(text), RETRY_MS);
      } else {
        count.broken += 1;
        if (count.broken === 1) console.log(`  a poll was answered with ${status}`);
      }
    });
    socket.on('data', read);
    socket.on('error', () => {
      count.broken += 1;
    });
    return new Promise<void>((done) => {
      socket.once('connect', () => {
        socket.write(text);
        done();
      });
      socket.once('close', () => done());
    });
  };
  for (let from = 0; from < polls.length; from += CONNECT_AT_ONCE) {
    await Promise.all(polls.slice(from, from + CONNECT_AT_ONCE).map(open));
  }
  return {
    answeredMs,
    again: () => count.again,
    refused: () => count.refused,
    broken: () => count.broken,
    close,
  };
}

/** Reads answers with a Content-Length from chunks; calls back with the status of each. */
export function answerReader(whole: (status: number) => void): (chunk: Buffer) => void {
  let head = '';
  let status = 0;
  let left = -1;
  return (chunk) => {
    let rest = chunk;
    if (left < 0) {
      const before = head.length;
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1];
      if (length === undefined) throw new Error('an answer without Content-Length');
      left = Number(length);
      rest = chunk.subarray(end + 4 - before);
    }
    left -= rest.length;
    if (left > 0) return;
    head = '';
    left = -1;
    whole(status);
  };
}

/** A mail server on loopback that keeps what it takes; it answers each command as the test says. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface TakenMail {
  readonly to: string;
  /** Header and content as they were sent. */
  readonly raw: string;
  /** The plain text, decoded. */
  readonly text: string;
  readonly html: string;
  header(name: string): string;
}

export interface Replies {
  readonly mail?: string;
  readonly rcpt?: string;
  readonly data?: string;
  /** The reply to RCPT TO is for this address alone. */
  readonly of?: string;
}

export interface MailServer {
  readonly port: number;
  readonly mails: TakenMail[];
  /** The last mail to an address. */
  lastTo(address: string): TakenMail;
  /** The replies to sender, recipient (RCPT TO) and content (DATA) from now on. */
  answer(replies: Replies): void;
  close(): Promise<void>;
}

const TAKEN = { mail: '250 ok', rcpt: '250 ok', data: '250 taken' };

export async function startMailServer(): Promise<MailServer> {
  const mails: TakenMail[] = [];
  const sockets = new Set<Socket>();
  let replies: typeof TAKEN & Replies = TAKEN;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let unread = '';
    let to = '';
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const take = (line: string) => {
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'EHLO' || command === 'HELO') say('250 test');
      else if (command === 'MAIL') say(replies.mail);
      else if (command === 'RCPT') {
        to = /<([^>]*)>/.exec(line)?.[1] ?? '';
        say([undefined, to].includes(replies.of) ? replies.rcpt : TAKEN.rcpt);
      } else if (command === 'DATA') {
        isData = true;
        say('354 go on');
      } else if (command === 'QUIT') socket.end('221 bye\r\n');
      else say('250 ok');
    };
    socket.on('data', (part) => {
      unread += part.toString('latin1');
      for (;;) {
        const end = unread.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const taken = unread.slice(0, end);
        unread = unread.slice(end + (isData ? 5 : 2));
        if (!isData) {
          take(taken);
          continue;
        }
        isData = false;
        if (replies.data.startsWith('2')) mails.push(mailOf(to, taken));
        say(replies.data);
      }
    });
    say('220 test');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    lastTo: (address) => {
      const found = mails.filter(({ to }) => to === address).at(-1);
      if (found === undefined) throw new Error(`no mail to ${address}`);
      return found;
    },
    answer: (next) => {
      replies = { ...TAKEN, ...next };
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function mailOf(to: string, sent: string): TakenMail {
  const raw = sent.replace(/^\.\./gm, '.');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const boundary = /boundary="?([^";]+)/.exec(head)?.[1] ?? '';
  const parts = raw.split(`--${boundary}`).slice(1);
  const partOf = (type: string) => decoded(parts.find((one) => one.includes(type)) ?? '');
  return {
    to,
    raw,
    text: partOf('text/plain'),
    html: partOf('text/html'),
    header: (name) => {
      const lines = head.split('\r\n').filter((line) => line.startsWith(`${name}: `));
      return lines.length === 1
        ? (lines[0]?.slice(name.length + 2) ?? '')
        : `${lines.length} lines`;
    },
  };
}

function decoded(part: string): string {
  const at = part.indexOf('\r\n\r\n');
  const content = part.slice(at + 4);
  if (/base64/i.test(part.slice(0, at))) return Buffer.from(content, 'base64').toString();
  if (!/quoted-printable/i.test(part.slice(0, at))) return content;
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString();
}

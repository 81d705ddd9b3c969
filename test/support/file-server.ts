/**
 * A loopback server of one file, with conditional and range requests (RFC 9110), that can break
 * off.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A client drops bytes that it has not read when the connection breaks: time to read them. */
const CUT_MS = 200;

export interface Asked {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly encoding: string | undefined;
  /** What was answered, and how many bytes were sent of it. */
  status: number;
  bytes: number;
}

export interface FileServer {
  readonly url: string;
  readonly asked: Asked[];
  content: Buffer;
  etag: string | null;
  /** Breaks each answer off after so many bytes; null: never. */
  cutAfter: number | null;
  /** Statuses that come before the file does. */
  failures: number[];
  /** What it answers where a part of another version is requested: RFC 9110 says the whole file. */
  stale: 'whole' | 'rejected' | 'part';
  close(): Promise<void>;
}

export async function fileServer(content: string | Buffer): Promise<FileServer> {
  const server = createServer((request, response) => {
    const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
    const one: Asked = {
      range,
      ifRange: typeof ifRange === 'string' ? ifRange : undefined,
      ifNoneMatch,
      encoding: String(request.headers['accept-encoding']),
      status: 200,
      bytes: 0,
    };
    self.asked.push(one);
    const send = (status: number, headers: Record<string, string>, body: Buffer) => {
      one.status = status;
      const tag = self.etag === null ? {} : { etag: self.etag };
      response.writeHead(status, { ...tag, ...headers, 'content-length': String(body.length) });
      const sent = self.cutAfter === null ? body : body.subarray(0, self.cutAfter);
      one.bytes = sent.length;
      if (sent.length === body.length) response.end(body);
      else response.write(sent, () => setTimeout(() => response.destroy(), CUT_MS));
    };
    const failure = self.failures.shift();
    if (failure !== undefined) return send(failure, {}, Buffer.alloc(0));
    if (self.etag !== null && ifNoneMatch === self.etag) return send(304, {}, Buffer.alloc(0));
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]);
    const isStale = ifRange !== undefined && ifRange !== self.etag;
    if (range !== undefined && isStale && self.stale === 'rejected')
      return send(412, {}, Buffer.alloc(0));
    if (range === undefined || (isStale && self.stale === 'whole'))
      return send(200, {}, self.content);
    const rest = self.content.subarray(from);
    const total = self.content.length;
    return send(206, { 'content-range': `bytes ${from}-${total - 1}/${total}` }, rest);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const self: FileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/figures`,
    asked: [],
    content: Buffer.from(content),
    etag: '"1"',
    cutAfter: null,
    failures: [],
    stale: 'whole',
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return self;
}

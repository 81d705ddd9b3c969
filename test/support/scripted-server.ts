/** Servers between caller and answer: one with scripted answers, one that breaks connections. */
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; null breaks the connection. */
  readonly body: object | string | null;
}

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly atMs: number;
}

export interface ScriptedServer {
  readonly url: string;
  readonly heard: Heard[];
  close(): Promise<void>;
}

/** Gives the answers in turn, the last one for ever. */
export async function scriptedServer(answers: readonly Scripted[]): Promise<ScriptedServer> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(heard.length, answers.length - 1)];
    const { method = '', url = '', headers } = request;
    heard.push({ method, url, headers, atMs: performance.now() });
    if (answer === undefined || answer.body === null) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status ?? 200, answer.headers);
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Forwards all, but breaks the first `breaks` connections after `bytes` bytes of the answer. */
export async function breakingProxy(target: string, breaks: number, bytes: number) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const state = { broken: 0 };
  const server = createTcpServer((near) => {
    const far = connect(Number(port), hostname);
    for (const one of [near, far]) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (data) => {
      if (state.broken >= breaks) {
        near.write(data);
        return;
      }
      state.broken += 1;
      if (bytes > 0) near.write(data.subarray(0, bytes), () => near.destroy());
      else near.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        for (const one of open) one.destroy();
      }),
  };
}

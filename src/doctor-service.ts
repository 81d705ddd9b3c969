/** The doctor's look at a service that runs here, and at the ports of one that does not yet. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ListenAddress, parseJson } from './config-values.js';
import {
  type Condition,
  fault,
  fine,
  type Patient,
  type Said,
  type Service,
  warning,
} from './doctor-patient.js';

/** Longest wait for an answer of this machine. */
const ANSWER_MS = 10_000;
const OK = 200;
const REFUSED = 401;

/** Asks the operator's listener how the service is. */
export async function askService(adminUrl: string, token: string | null): Promise<Service> {
  const base = adminUrl.replace(/\/$/, '');
  if (!URL.canParse(base)) {
    return {
      state: 'unclear',
      why: '--admin-url is not an address. Give one like http://127.0.0.1:8081.',
    };
  }
  if (new URL(base).protocol !== 'http:') {
    return {
      state: 'unclear',
      why: "--admin-url must begin with http://: the operator's listener is asked on its own machine.",
    };
  }
  // Any free port was taken: nobody knows which.
  if (new URL(base).port === '0') return { state: 'silent' };
  const answer = await readCondition(`${base}/admin/condition`, token ?? '').catch(
    (error: unknown) => ({ status: 0, body: undefined, error }),
  );
  if ('error' in answer) {
    return isRefused(answer.error) ? { state: 'silent' } : unclear(base, SILENT);
  }
  if (answer.status === OK && answer.body?.version !== undefined) {
    return { state: 'answers', condition: answer.body as Condition };
  }
  return unclear(base, answer.status === REFUSED ? TOKEN : OTHER);
}

async function readCondition(url: string, token: string) {
  const sent = get(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = parseJson(await text(answer)) as Partial<Condition> | undefined;
  return { status: answer.statusCode, body };
}

const SILENT = `does not answer within ${ANSWER_MS / 1_000} s. See the log of the service, or restart it.`;
const TOKEN =
  'rejects the admin token. Run this with the settings of that service: ROWHOUSE_ADMIN_TOKEN, or its ROWHOUSE_DATA_DIR.';
const OTHER =
  'is another program, or another version of Rowhouse. Stop it, or set ROWHOUSE_ADMIN_PORT to a free port.';

const unclear = (base: string, why: string): Service => ({
  state: 'unclear',
  why: `What listens at ${base} ${why}`,
});

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

/** Whether the running service is ready, and of this version. */
export async function checkService({
  service,
  version,
  adminUrl,
}: Patient): Promise<readonly Said[]> {
  const found = await service();
  if (found.state === 'silent') return [fine(`none runs at ${adminUrl}`)];
  if (found.state === 'unclear') return [fault(found.why)];
  const { condition } = found;
  const said = [
    ...condition.unready.map((why) => fault(`it cannot answer calls: ${why}. See its log.`)),
    ...condition.warnings.map((why) => warning(`${why}. Set the clock by NTP and see its log.`)),
    ...(condition.version === version
      ? []
      : [
          warning(
            `version ${condition.version} runs, and ${version} is installed. Restart the service.`,
          ),
        ]),
  ];
  return said.length > 0 ? said : [fine(`version ${condition.version} runs and is ready`)];
}

/** While no service runs, the ports of its listeners should be free. */
export async function checkPorts({
  service,
  config,
}: Pick<Patient, 'service' | 'config'>): Promise<readonly Said[]> {
  if ((await service()).state !== 'silent') return [];
  const { host, port, adminPort, metrics, role } = config;
  const listeners = [
    ...(role === 'collector' ? [] : [{ name: 'PORT', host, port }]),
    { name: 'ROWHOUSE_ADMIN_PORT', host: '127.0.0.1', port: adminPort },
    ...(metrics === null ? [] : [{ name: 'ROWHOUSE_METRICS_ADDRESS', ...metrics }]),
  ].filter((one) => one.port !== 0);
  const said = (await Promise.all(listeners.map(checkListener))).flat();
  if (said.length > 0) return said;
  return [fine(`free: ${listeners.map((one) => one.port).join(', ') || 'any port is taken'}`)];
}

interface Listener extends ListenAddress {
  /** The setting that has its port. */
  readonly name: string;
}

/** What keeps a listener from being opened there: its address, its rights or another program. */
async function checkListener(one: Listener): Promise<readonly Said[]> {
  const code = await tryToListen(one);
  if (NOT_HERE.has(code)) {
    const name = one.name === 'PORT' ? 'HOST' : one.name;
    return [
      fault(`${one.host} is not an address of this machine. Set ${name} to one of its addresses.`),
    ];
  }
  if (code === 'EACCES') {
    return [
      fault(
        `this user may not listen at port ${one.port}. Set ${one.name} to a port from ${FREE_PORTS_FROM} on.`,
      ),
    ];
  }
  if (!(await isTaken(one))) return [];
  return [
    fault(
      `port ${one.port} is in use by another program, or by a service with other settings. Stop it, or set ${one.name} to a free port.`,
    ),
  ];
}

const NOT_HERE: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);
/** Below it, systems ask for more rights than to listen. */
const FREE_PORTS_FROM = 1024;

/**
 * Listens for a moment, and returns the code of the failure or an empty text. Where the port does
 * not matter, any free one is taken, so that a start at the same time finds its own free.
 */
async function tryToListen({ host, port }: ListenAddress): Promise<string> {
  const server = createServer().listen({ host, port: port < FREE_PORTS_FROM ? port : 0 });
  const code = await once(server, 'listening').then(
    () => '',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : ''),
  );
  server.close();
  return code;
}

const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Whether something accepts connections there. */
async function isTaken({ host, port }: ListenAddress) {
  const socket = connect({ host: WILDCARDS[host] ?? host, port });
  const signal = AbortSignal.timeout(ANSWER_MS);
  const isOpen = await once(socket, 'connect', { signal }).then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

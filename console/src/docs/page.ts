/**
 * The script of the API reference at /docs. It gives the viewer the demo key, where this service tells
 * it to this browser, and puts the id of the latest search into the operations of its job.
 */
import type { ConsoleConfig } from '../service/account.js';

/** What is used here of the OpenAPI Explorer element. */
interface Explorer extends HTMLElement {
  readonly resolvedSpec?: Spec | null;
  setAuthenticationConfiguration(scheme: string, values: { readonly token: string }): Promise<void>;
  requestUpdate(): void;
}

interface Spec {
  readonly tags: readonly {
    readonly paths: readonly {
      readonly path: string;
      readonly parameters?: readonly {
        readonly name: string;
        readonly schema: { default?: string };
      }[];
    }[];
  }[];
}

/** The detail of the viewer's `response` event; without `response` the call did not reach the service. */
interface Tried {
  readonly request: { readonly url: string };
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
  };
}

const SEARCH_PATH = /^\/v1\/[a-z_]+\/[a-z]+$/;
const JOB_PATH = /\/jobs\//;

const explorer = document.querySelector<Explorer>('openapi-explorer');
if (explorer !== null) {
  explorer.addEventListener('response', (event) => {
    rememberJob(explorer, (event as CustomEvent<Tried>).detail);
  });
  await fillDemoKey(explorer);
}

async function fillDemoKey(viewer: Explorer): Promise<void> {
  const answer = await fetch('/console-config.json');
  const { demo_key } = (await answer.json()) as ConsoleConfig;
  if (demo_key === null) return;
  const fill = () => viewer.setAuthenticationConfiguration('api_key', { token: demo_key });
  viewer.addEventListener('spec-loaded', () => void fill());
  if (viewer.resolvedSpec) await fill();
  const note = document.querySelector<HTMLElement>('#demo-key');
  if (note !== null) note.hidden = false;
}

/** A search names its job in X-Request-Id: the job's operations get it as the value to send. */
function rememberJob(viewer: Explorer, { request, response }: Tried): void {
  const id = response?.headers['x-request-id'];
  const accepted = response?.status === 200 || response?.status === 202;
  if (id === undefined || !accepted || !SEARCH_PATH.test(new URL(request.url).pathname)) return;
  const operations = viewer.resolvedSpec?.tags.flatMap(({ paths }) => paths) ?? [];
  for (const { path, parameters = [] } of operations) {
    if (!JOB_PATH.test(path)) continue;
    const parameter = parameters.find(({ name }) => name === 'request_id');
    if (parameter !== undefined) parameter.schema.default = id;
  }
  viewer.requestUpdate();
}

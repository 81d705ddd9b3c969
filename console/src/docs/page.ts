/**
 * The script of the API reference at /docs/reference. It fills in the demo key, where this tab was
 * opened with it, and the request id of the latest search in the operations on jobs.
 */
import { linkedKey, takeLinkedKey } from '../shell/demo-key.js';

/** The used part of the OpenAPI Explorer element. */
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

/** Detail of the viewer's `response` event; `response` is missing when the call failed. */
interface CallResult {
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
    rememberJob(explorer, (event as CustomEvent<CallResult>).detail);
  });
  await fillDemoKey(explorer);
}

async function fillDemoKey(viewer: Explorer): Promise<void> {
  takeLinkedKey();
  const token = linkedKey();
  if (token === null) return;
  const fill = () => viewer.setAuthenticationConfiguration('api_key', { token });
  viewer.addEventListener('spec-loaded', () => void fill());
  if (viewer.resolvedSpec) await fill();
  const note = document.querySelector<HTMLElement>('#demo-key');
  if (note !== null) note.hidden = false;
}

/** X-Request-Id of a search is its job: make it the default of the job operations. */
function rememberJob(viewer: Explorer, { request, response }: CallResult): void {
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

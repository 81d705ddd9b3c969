import { BASE_PATH } from '#contract/envelope.js';
import { openApiDocument } from '#contract/openapi/document.js';
import { requestExample } from '#contract/openapi/examples.js';
import { LOOKUP_ROUTES, SEARCH_ROUTES } from '#contract/routes.js';
import type { Json } from '#contract/schema.js';

type Inputs = Readonly<Record<string, string>>;

/** The inputs of the example request of every search and every lookup, by path. */
const EXAMPLES: ReadonlyMap<string, Inputs> = new Map<string, Inputs>([
  ...SEARCH_ROUTES.map(({ id, path }): [string, Inputs] => [
    BASE_PATH + path,
    inputsOf(requestExample(id)),
  ]),
  ...LOOKUP_ROUTES.map(({ path, param_examples: { address } }): [string, Inputs] => [
    BASE_PATH + path,
    { address },
  ]),
]);

function inputsOf(request: string): Inputs {
  return Object.fromEntries(new URLSearchParams(request.split('?')[1]));
}

/**
 * The OpenAPI document for the viewer at /docs. A viewer fills in defaults, so the inputs of each
 * example request are defaults here: the first try of a search is a call that works. Callers get
 * the document without them, since the service fills in nothing.
 */
export function documentForDocs(): Json {
  const document = openApiDocument();
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const inputs = EXAMPLES.get(path);
    return [path, inputs === undefined ? item : { get: filled(item.get as Json, inputs) }];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function filled(operation: Json, inputs: Inputs): Json {
  const parameters = (operation.parameters as readonly Json[]).map((parameter) => {
    const value = inputs[String(parameter.name)];
    if (value === undefined) return parameter;
    return { ...parameter, schema: { ...(parameter.schema as Json), default: value } };
  });
  return { ...operation, parameters };
}

/** Query parameters and request headers, generated from PARAMS and the route rows. */
import { IDEMPOTENCY_KEY_CHARS_MAX, WAIT_SECONDS_MAX } from '../limits.js';
import { LOCATION_FORMS, PARAMS, type ParamName } from '../params.js';
import type { LookupRoute, SearchRoute } from '../routes.js';
import { type Json, type Schema } from '../schema.js';
import { LOOKUP_TEXTS, PARAM_TEXTS } from './operation-texts.js';

/** Default window of sold homes, in days. */
const SOLD_WINDOW_DEFAULT = 90;

/** Request headers and the job id, as components; operations refer to them. */
export const PARAMETER_COMPONENTS: Readonly<Record<string, Json>> = {
  request_id: {
    name: 'request_id',
    in: 'path',
    required: true,
    description: '`request_id` of an earlier response of the same account.',
    schema: { type: 'string', format: 'uuid' },
    example: '01a1f943-a5cf-7400-980f-428580d9d4fd',
  },
  idempotency_key: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Send the same key when retrying the same call, so that it is not charged twice. A key used with other search parameters is rejected with 409 `idempotency_conflict`; a failed job frees its key.',
    schema: { type: 'string', pattern: `^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARS_MAX}}$` },
    example: 'order-7731-page-1',
  },
  cache_control: {
    name: 'Cache-Control',
    in: 'header',
    description:
      '`no-cache` requests a new collection, `max-age=SECONDS` a result no older than that.',
    schema: { type: 'string' },
    example: 'max-age=600',
  },
  if_none_match: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier response: 304 without a body while it still matches.',
    schema: { type: 'string' },
    example: '"4f1c0a5be1b7"',
  },
};

export const parameterRef = (name: keyof typeof PARAMETER_COMPONENTS): Json => ({
  $ref: `#/components/parameters/${name}`,
});

/** The query parameters of a search route, in the order of its row. */
export const searchParameters = (route: SearchRoute): readonly Json[] =>
  route.params.map((name) => {
    const use = name === 'state' ? stateUse(route) : PARAM_TEXTS[name].use;
    const rule = PARAMS[name];
    const description =
      rule.type === 'choice' ? `one of ${choices(name, route).join(', ')}` : rule.description;
    const area =
      name === 'bbox'
        ? ` At most ${route.bbox_sqmi_max.toLocaleString('en-US')} square miles.`
        : '';
    return {
      name,
      in: 'query',
      description: `${sentence(use === '' ? description : `${use}: ${description}`)}${area}`,
      schema: parameterSchema(name, route),
      example: exampleOf(name, route),
    };
  });

const choices = (name: ParamName, { sorts, sold_windows }: SearchRoute) =>
  name === 'sort' ? sorts : sold_windows;

const stateUse = ({ forms }: SearchRoute): string =>
  forms.includes('county') ? 'With `city` or `county`' : 'With `city`';

const exampleOf = (name: ParamName, { param_examples }: SearchRoute): unknown =>
  param_examples?.[name] ?? PARAM_TEXTS[name].example;

function parameterSchema(name: ParamName, route: SearchRoute): Schema {
  const rule = PARAMS[name];
  switch (rule.type) {
    case 'text':
      return { type: 'string', pattern: rule.pattern.source };
    case 'integer':
      return { type: 'integer', minimum: rule.min, maximum: rule.max };
    case 'decimal':
      return { type: 'number', minimum: rule.min, maximum: rule.max };
    case 'bbox':
      return { type: 'string', pattern: `^${DECIMAL}(,${DECIMAL}){3}$` };
    case 'list':
      return { type: 'string', pattern: commaSeparated(rule.items) };
    case 'choice':
      return name === 'sort'
        ? { type: 'string', enum: choices(name, route) }
        : { type: 'integer', enum: choices(name, route), default: SOLD_WINDOW_DEFAULT };
  }
}

/** A number of a bbox in a query string: a plain decimal, without an exponent. */
const DECIMAL = '-?\\d{1,15}(\\.\\d{1,30})?';

/**
 * Lists are comma-separated strings in the contract. As arrays with `explode: false`, common
 * generators would send the parameter once per item, which is rejected as a duplicate.
 */
const commaSeparated = (items: readonly string[]): string =>
  `^(${items.join('|')})(,(${items.join('|')}))*$`;

export const WAIT_PARAMETER: Json = {
  name: 'wait',
  in: 'query',
  description: `Seconds to hold the response while the job is pending, 0 to ${WAIT_SECONDS_MAX}; it is sent at once when the job settles. ${WAIT_SECONDS_MAX} is better than short polling.`,
  schema: { type: 'integer', minimum: 0, maximum: WAIT_SECONDS_MAX, default: 0 },
  example: WAIT_SECONDS_MAX,
};

export const lookupParameters = ({ params, param_examples }: LookupRoute): readonly Json[] =>
  params.map((name) => {
    const example = param_examples[name];
    return {
      name,
      in: 'query',
      description: LOOKUP_TEXTS[name],
      schema: { type: 'string' },
      ...(example !== undefined && { example }),
    };
  });

/** A route's location rule as text: `zip`; `city` with `state`; … */
export function locationRule(route: SearchRoute): string {
  const forms = route.forms.map((form) => {
    const [first = '', ...rest] = LOCATION_FORMS[form].map((name) => `\`${name}\``);
    return rest.length === 0 ? first : `${first} with ${rest.join(' and ')}`;
  });
  return `Send exactly one location form: ${forms.join('; ')}.`;
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

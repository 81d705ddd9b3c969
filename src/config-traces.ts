/** The settings of traces, under the names that OpenTelemetry gives them (docs/operating.md). */
import { OperatorError } from '#base/operator-error.js';
import { choice, type Env, percentDecoded, quoted, text } from './config-values.js';

export interface TraceSettings {
  /** Where spans are sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: (typeof SAMPLERS)[number];
  /** Share of calls that a ratio sampler samples, 0 to 1. */
  readonly ratio: number;
}

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
const PREFIX = 'OTEL_EXPORTER_OTLP_';
const ENDPOINT = `${PREFIX}ENDPOINT`;
const TRACES_ENDPOINT = `${PREFIX}TRACES_ENDPOINT`;
const TRACES_PATH = '/v1/traces';
const SERVICE = 'rowhouse';
/** A header name (RFC 9110), and the characters its value may contain. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
const RATIO = /^(0?\.\d+|[01](\.\d+)?)$/;

/** Null without an endpoint or with OpenTelemetry turned off; other settings are then not read. */
export function readTraces(env: Env): TraceSettings | null {
  const url = endpoint(env);
  if (url === null) return null;
  if (text(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  if (choice(env, 'OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'otlp') === 'none') return null;
  for (const name of [`${PREFIX}PROTOCOL`, `${PREFIX}TRACES_PROTOCOL`])
    choice(env, name, ['http/protobuf'], 'http/protobuf');
  const resource = pairs(env, 'OTEL_RESOURCE_ATTRIBUTES');
  return {
    url,
    headers: { ...headers(env, `${PREFIX}HEADERS`), ...headers(env, `${PREFIX}TRACES_HEADERS`) },
    serviceName: text(env, 'OTEL_SERVICE_NAME') ?? resource['service.name'] ?? SERVICE,
    resource,
    sampler: choice(env, 'OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
    ratio: ratio(env),
  };
}

/** The traces endpoint is used as set; the general endpoint gets `/v1/traces` appended. */
function endpoint(env: Env): string | null {
  const own = address(env, TRACES_ENDPOINT);
  if (own !== null) return own.href;
  const base = address(env, ENDPOINT);
  if (base === null) return null;
  base.pathname = base.pathname.replace(/\/$/, '') + TRACES_PATH;
  return base.href;
}

/** The value may contain a secret, so no message quotes it. */
function address(env: Env, name: string): URL | null {
  const value = text(env, name);
  if (value === undefined) return null;
  if (/^https?:\/\//i.test(value) && URL.canParse(value)) {
    const url = new URL(value);
    if (`${url.username}${url.password}${url.search}${url.hash}` === '') return url;
  }
  throw new OperatorError(
    `${name} must be an address like http://collector:4318, without user, query or fragment. Put tokens into ${PREFIX}HEADERS.`,
  );
}

function headers(env: Env, name: string): Readonly<Record<string, string>> {
  const read = pairs(env, name);
  const isGood = Object.entries(read).every(
    ([key, value]) => HEADER_NAME.test(key) && HEADER_VALUE.test(value),
  );
  if (isGood) return read;
  throw new OperatorError(`${name} must have header names and values of visible ASCII characters.`);
}

/** `name=value,name=value`, percent-encoded. Values may be secrets, so no message quotes them. */
function pairs(env: Env, name: string): Readonly<Record<string, string>> {
  const parts = (text(env, name) ?? '').split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [key = '', ...rest] = part.split('=');
      const value = percentDecoded(rest.join('=').trim());
      if (key.trim() !== '' && rest.length > 0 && value !== undefined) return [key.trim(), value];
      throw new OperatorError(
        `${name} must be a list like name=value,name=value, with percent-encoded values.`,
      );
    }),
  );
}

function ratio(env: Env): number {
  const value = text(env, 'OTEL_TRACES_SAMPLER_ARG');
  if (value === undefined || !text(env, 'OTEL_TRACES_SAMPLER')?.endsWith('traceidratio')) return 1;
  if (RATIO.test(value) && Number(value) <= 1) return Number(value);
  throw new OperatorError(
    `OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.1, not ${quoted(value)}.`,
  );
}

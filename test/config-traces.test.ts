/** The settings of traces: OpenTelemetry's names, read as its specification says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OperatorError } from '#base/operator-error.js';
import { readConfig } from '../src/config.js';
import { readTraces } from '../src/config-traces.js';

const AT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const urlOf = (env: Record<string, string>) => readTraces(env)?.url;

test('traces are collected where an endpoint is set, and OpenTelemetry is not turned off', () => {
  assert.equal(readTraces({}), null);
  assert.equal(readTraces({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'xray' }), null);
  assert.equal(readTraces({ ...AT, OTEL_SDK_DISABLED: 'TRUE' }), null);
  assert.equal(readTraces({ ...AT, OTEL_TRACES_EXPORTER: 'none' }), null);
  assert.deepEqual(readConfig({ ...AT }).traces, {
    url: 'http://collector:4318/v1/traces',
    headers: {},
    serviceName: 'rowhouse',
    resource: {},
    sampler: 'parentbased_always_on',
    ratio: 1,
  });
});

test('the endpoint of all signals gets the path of traces, their own is taken as it is', () => {
  assert.equal(
    urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://example.com/otlp/' }),
    'https://example.com/otlp/v1/traces',
  );
  assert.equal(
    urlOf({ ...AT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other:4318/spans' }),
    'http://other:4318/spans',
  );
});

test('headers and resource attributes are lists of percent-encoded values; a name of the service goes first', () => {
  const read = readTraces({
    ...AT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-scope=1',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-scope=2',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=from-attributes,deployment.environment.name=b%C3%A4d',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  assert.deepEqual(read?.headers, { authorization: 'Bearer a=b', 'x-scope': '2' });
  assert.equal(read?.resource['deployment.environment.name'], 'bäd');
  assert.deepEqual(
    [read?.serviceName, read?.sampler, read?.ratio],
    ['from-attributes', 'traceidratio', 0.25],
  );
  const named = readTraces({
    ...AT,
    OTEL_SERVICE_NAME: 'homes',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=x',
  });
  assert.equal(named?.serviceName, 'homes');
});

for (const [name, value, echoed] of [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector.example:4318', false],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317', false],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:secret@collector', false],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector/?token=secret', false],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://[', false],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', true],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json', true],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret-token', false],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%zzsecret', false],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=secret', false],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%0D%0Asecret', false],
  ['OTEL_RESOURCE_ATTRIBUTES', '=secret', false],
  ['OTEL_TRACES_EXPORTER', 'jaeger', true],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', true],
] as const) {
  test(`${name}=${value} stops the start with one line that names it`, () => {
    assert.throws(
      () => readConfig({ ...AT, [name]: value }),
      (error) =>
        error instanceof OperatorError &&
        new RegExp(`^${name} must (be|have) `).test(error.message) &&
        !error.message.includes('\n') &&
        error.message.includes(value) === echoed,
    );
  });
}

test('the share of a sampler is from 0 to 1, and read for samplers that have one', () => {
  const ratio = (value: string, sampler = 'parentbased_traceidratio') =>
    readTraces({ ...AT, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: value })?.ratio;
  for (const [value, read] of [
    ['0', 0],
    ['1', 1],
    ['1.0', 1],
    ['.5', 0.5],
    ['0.001', 0.001],
  ] as const)
    assert.equal(ratio(value), read);
  for (const bad of ['2', '-1', '1.5', '10%', '1e-3', 'x'])
    assert.throws(() => ratio(bad), /OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1.*not "/);
  assert.equal(ratio('nonsense', 'always_on'), 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, type ErrorCode } from '#contract/errors.js';
import { extrasFields } from '#contract/extras.js';
import { rowFields } from '#contract/fields.js';
import {
  completeExample,
  errorExample,
  requestExample,
  sampleOf,
} from '#contract/openapi/examples.js';
import { PARAMS } from '#contract/params.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { readQuery } from '#domain/query.js';
import { summarise } from '#domain/summary.js';
import { checkFields } from '../support/check-fields.js';
import { DOCUMENT, expectFits, validatorAt } from '../support/openapi-check.js';

type Node = Readonly<Record<string, any>>;
const operations = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [path, operation as Node, method] as const),
);

test('every example of a body fits its schema, and the schema names every member', () => {
  let seen = 0;
  for (const [path, operation, method] of operations) {
    for (const [status, response] of Object.entries(operation.responses as Node)) {
      for (const [type, content] of Object.entries((response as Node).content ?? {})) {
        const { examples = {}, example } = content as Node;
        const values = [...Object.values(examples as Node).map(({ value }) => value), example];
        for (const value of values.filter((one) => one !== undefined)) {
          seen += 1;
          const place = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
          expectFits(value, ...place);
        }
      }
    }
  }
  assert.ok(seen >= 38, `only ${seen} examples`);
});

test('every error of the table has its own example that fits its status', () => {
  for (const [code, { http }] of Object.entries(ERRORS)) {
    const name = http === 405 ? 'ErrorEnvelope' : `Error${http}`;
    expectFits(errorExample(code as ErrorCode), 'components', 'schemas', name);
    const { value } = (DOCUMENT.components.examples as Node)[code];
    assert.equal(value.error.message, ERRORS[code as ErrorCode].message);
  }
});

test('a schema rejects a member that it does not name, and one that is missing', () => {
  const complete = completeExample('portal_a_listings') as unknown as Node;
  const validate = validatorAt('components', 'schemas', 'PortalAListingsComplete');
  assert.ok(validate(complete), JSON.stringify(validate.errors));
  assert.ok(!validate({ ...complete, extra: 1 }), 'an unknown member of the envelope');
  const { credits: _gone, ...without } = complete;
  assert.ok(!validate(without), 'a missing member of the envelope');
  const [row] = complete.result.data as [Node];
  for (const broken of [
    { ...row, wrong: 1 },
    { ...row, beds: '3' },
    { ...row, address: { ...row.address, zip: null } },
    { ...row, extras: {} },
    { ...row, property_type: 'castle' },
  ]) {
    assert.ok(!validate({ ...complete, result: { ...complete.result, data: [broken] } }));
  }
});

for (const route of SEARCH_ROUTES) {
  const { id, path, source, kind } = route;
  const sample = sampleOf(id);

  test(`${id} example: its row has the fields of the table, a note for every null, its own summary`, () => {
    const row = { ...sample.row } as Node;
    checkFields('', row, rowFields(kind));
    checkFields('extras.', row.extras, extrasFields(source, kind));
    const nulls = [
      ...nullsOf(row),
      ...nullsOf(row.address, 'address.'),
      ...nullsOf(row.extras, 'extras.'),
    ];
    assert.deepEqual(sample.field_notes.map(({ field }) => field).sort(), nulls.sort());
    assert.deepEqual(sample.summary, summarise(kind, [sample.row]));
  });

  test(`${id} example: its request is a search of the route and is returned as it is read`, () => {
    const [asked, query = ''] = requestExample(id).split('?');
    assert.equal(asked, `/v1${path}`);
    assert.deepEqual(readQuery(route, query).normalizedQuery, sample.query);
  });

  test(`${id}: its parameters are those of the row, with their bounds and examples in bounds`, () => {
    const operation = DOCUMENT.paths[`/v1${path}`]?.get as Node;
    const sent = (operation.parameters as Node[]).filter((one) => one.in === 'query');
    assert.deepEqual(
      sent.map(({ name }) => name),
      route.params,
    );
    for (const [index, { name, schema, example }] of sent.entries()) {
      const rule: Node = PARAMS[name as keyof typeof PARAMS];
      if (rule.type === 'integer' || rule.type === 'decimal') {
        assert.deepEqual([schema.minimum, schema.maximum], [rule.min, rule.max], name);
      }
      if (rule.type === 'text') assert.equal(schema.pattern, rule.pattern.source);
      if (name === 'sort') assert.deepEqual(schema.enum, route.sorts);
      if (name === 'sold_within_days') {
        assert.deepEqual(schema.enum, route.sold_windows);
        const { normalizedQuery } = readQuery(route, 'zip=78704');
        assert.equal(schema.default, (normalizedQuery as Node).sold_within_days);
      }
      expectFits(example, 'paths', `/v1${path}`, 'get', 'parameters', String(index), 'schema');
    }
  });
}

test('the patterns of bbox and property_type take what the service reads, and nothing of another shape', () => {
  const [route] = SEARCH_ROUTES;
  const parameters = DOCUMENT.paths[`/v1${route.path}`]?.get as Node;
  const values = {
    bbox: ['-97.8,30.2,-97.7,30.3', '-98,30,-97,31'],
    property_type: ['condo', 'condo,land', 'single_family,apartment,manufactured'],
  };
  const wrong = {
    bbox: [
      '',
      '1,2,3',
      '-97.8,30.2,-97.7,30.3,1',
      '-97.8, 30.2,-97.7,30.3',
      '-1e2,30,-97,31',
      '[1]',
    ],
    property_type: ['', 'castle', 'condo,', ',condo', 'condo, land', 'condo|land', 'condoland'],
  };
  for (const name of ['bbox', 'property_type'] as const) {
    const { schema, style, explode } = parameters.parameters.find((one: Node) => one.name === name);
    assert.deepEqual([schema.type, style, explode], ['string', undefined, undefined]);
    const pattern = new RegExp(schema.pattern, 'u');
    const reads = (value: string) => {
      const place = name === 'bbox' ? '' : 'zip=78704&';
      readQuery(route, `${place}${name}=${encodeURIComponent(value)}`);
    };
    for (const value of values[name]) {
      assert.match(value, pattern);
      assert.doesNotThrow(() => reads(value), value);
    }
    for (const value of wrong[name]) {
      assert.doesNotMatch(value, pattern);
      assert.throws(() => reads(value), value);
    }
  }
});

const nullsOf = (part: Node, prefix = ''): string[] =>
  Object.entries(part).flatMap(([name, value]) => (value === null ? [prefix + name] : []));

test('operations have distinct names and state their cost', () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.includes('portal_a_listings') && ids.includes('portal_a_home'));
  for (const [path, operation] of operations) {
    const cost = /\/(listings|sold|rentals|home)$/.test(path) ? 1 : 0;
    assert.equal(operation['x-credit-cost'], cost, path);
  }
});

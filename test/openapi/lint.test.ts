import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiDocument } from '#contract/openapi/document.js';
import { lintOpenApi } from '../../scripts/lint-openapi.js';

type Node = Record<string, any>;

/** The linter's words on our document after something in it was broken. */
function afterBreaking(breakIt: (document: Node) => void): Promise<string[]> {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as Node;
  breakIt(document);
  return lintOpenApi(JSON.stringify(document));
}

test('the linter has nothing to say about the document', async () => {
  assert.deepEqual(await lintOpenApi(JSON.stringify(openApiDocument())), []);
});

const R1 = '/v1/portal_a/listings';
const BROKEN: Readonly<Record<string, readonly [RegExp, (document: Node) => void]>> = {
  'a reference that leads nowhere': [
    /no-unresolved-refs/,
    ({ components }) => delete components.schemas.Money,
  ],
  'a type that does not exist': [
    /struct/,
    ({ components }) => {
      components.schemas.Money.properties.amount.type = 'money';
    },
  ],
  'an example that does not fit its schema': [
    /no-invalid-media-type-examples/,
    ({ paths }) => {
      const { content } = paths[R1].get.responses['200'];
      content['application/json'].examples.complete.value.status = 'done';
    },
  ],
  'two operations of one name': [
    /operation-operationId-unique/,
    ({ paths }) => {
      paths['/v1/account'].get.operationId = 'portal_a_listings';
    },
  ],
  'a path parameter that is not described': [
    /path-parameters-defined/,
    ({ paths }) => {
      paths['/v1/jobs/{request_id}'].get.parameters.shift();
    },
  ],
  'a schema that nothing uses': [
    /no-unused-components/,
    ({ components }) => {
      components.schemas.Forgotten = { type: 'object' };
    },
  ],
};

for (const [what, [rule, breakIt]] of Object.entries(BROKEN)) {
  test(`the linter notices ${what}`, async () => {
    const problems = await afterBreaking(breakIt);
    assert.ok(
      problems.some((problem) => rule.test(problem)),
      problems.join('\n') || 'it had nothing to say',
    );
  });
}

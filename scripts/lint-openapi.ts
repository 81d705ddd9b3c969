// The public linter on an OpenAPI document: the rules that a description of this size must keep.
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Rules beside the linter's own "recommended" set. Nothing here asks the network. */
const RULES = {
  'operation-4xx-response': 'off', // a health page rejects nobody
  'no-unused-components': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'operation-description': 'error',
  'parameter-description': 'error',
  'tag-description': 'error',
  'operation-operationId': 'error',
  'no-ambiguous-paths': 'error',
  'no-required-schema-properties-undefined': 'error',
} as const;

/** All problems of the document, warnings too, as `place: rule: message`; empty if none. */
export async function lintOpenApi(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: RULES });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location: [place] }) => {
    const pointer = place !== undefined && 'pointer' in place ? place.pointer : '';
    return `${pointer}: ${ruleId}: ${message}`;
  });
}

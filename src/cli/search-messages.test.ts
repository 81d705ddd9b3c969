import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowhouseError } from '#client/index.js';
import { ERRORS } from '#contract/errors.js';
import { describeError } from './search-messages.js';

test('no message of the service points somebody at a shell to a call of the API', () => {
  for (const [code, { message }] of Object.entries(ERRORS)) {
    assert.doesNotMatch(describeError(new RowhouseError({ code, message })), /\/v1\//, code);
  }
});

/** A file without a name, such as that of an unset variable: nothing is read or written for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkNewFile } from '#cli/write-new-file.js';
import { checkName } from '#store/transfer/file.js';

test('backup, account export and lookup reject an empty name of their file', () => {
  assert.throws(() => checkNewFile(''), /^CliError: The name of the file is empty\. Name a file/);
});

test('export rejects an empty name of its file', () => {
  assert.throws(() => checkName(''), /^OperatorError: The name of the file is empty\. Name a file/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEMBER_CHANGES } from './changes.js';
import { nameOf, pathsIn, slotsOf } from './members.js';

/** Two rows with a member of every type that a change is made for. */
const answer = () => ({
  rows: [
    { home: { price: '$1,000/mo', area: 900, unit: 'sqft', sold: '2026-11-01', open: true } },
    { home: { price: '$2,000/mo', area: 800, unit: 'acres', sold: '2026-10-01', open: false } },
  ],
});

for (const [name, change] of Object.entries(MEMBER_CHANGES)) {
  test(`the change "${name}" changes some member and keeps the answer JSON`, () => {
    const changed = pathsIn(answer()).filter((path) => {
      const root = answer();
      change(slotsOf(root, path));
      const text = JSON.stringify(root);
      JSON.parse(text);
      return text !== JSON.stringify(answer());
    });
    assert.ok(changed.length > 0);
  });
}

test('members are found at every depth, once, with the elements of lists as one', () => {
  assert.deepEqual(pathsIn(answer()).map(nameOf), [
    'rows',
    'rows[]',
    'rows[].home',
    'rows[].home.price',
    'rows[].home.area',
    'rows[].home.unit',
    'rows[].home.sold',
    'rows[].home.open',
  ]);
  assert.equal(slotsOf(answer(), ['rows', '[]', 'home', 'price']).length, 2);
});

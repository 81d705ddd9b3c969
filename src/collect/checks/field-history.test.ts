/** What counts as a lost field: by itself, and only compared with what unlike places showed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOfAtMost, FieldHistory, type Normal } from './field-history.js';
import type { Witness } from './witnesses.js';

const HERE: Witness = { place: '78704', area: 'here', asker: 'one' };
const at = (place: number, asker = 'one'): Witness => ({
  place: String(78_700 + place),
  area: `area ${place}`,
  asker,
});
const ON_ALL: Normal = { share: 0.95, carried: true };
const BY_HOME: Normal = { share: 0.6 };
const full = { rows: 41, filled: 40 };
const none = { rows: 41, filled: 0 };

/** A history in which most homes had the field. */
function learned(normal = BY_HOME): FieldHistory {
  const history = new FieldHistory();
  for (let page = 0; page < 120; page += 1) history.judge('fee', normal, full, at(page));
  return history;
}

test('what the format carries on every row is lost at once', () => {
  assert.notEqual(new FieldHistory().judge('beds', ON_ALL, none, HERE), null);
});

const FEW = { rows: 2, filled: 0 };

test('small pages of unlike areas are pooled until chance is ruled out', () => {
  const history = new FieldHistory();
  const lost = [1, 2, 3, 4].map((place) => history.judge('beds', ON_ALL, FEW, at(place)));
  assert.equal(lost[0], null);
  assert.notEqual(lost.at(-1), null);
});

test('a small page requested repeatedly does not prove more than one request', () => {
  const history = new FieldHistory();
  for (let time = 0; time < 40; time += 1) {
    assert.equal(history.judge('beds', ON_ALL, FEW, HERE), null);
  }
});

test('small pages of one account are not pooled with those of another, but those of three are', () => {
  const history = new FieldHistory();
  for (const place of [1, 2, 3, 4, 5, 6]) history.judge('beds', ON_ALL, FEW, at(place));
  assert.equal(history.judge('beds', ON_ALL, FEW, at(7, 'two')), null);
  assert.notEqual(history.judge('beds', ON_ALL, FEW, at(8, 'three')), null);
});

test('a page that has it again ends the loss, and many that lack a part of it do not begin one', () => {
  const history = new FieldHistory();
  assert.notEqual(history.judge('beds', ON_ALL, none, HERE), null);
  assert.equal(history.judge('beds', ON_ALL, full, HERE), null);
  assert.equal(history.judge('beds', ON_ALL, { rows: 41, filled: 25 }, HERE), null);
});

test('a loss on a few tenths of the rows counts only of what all rows carry alike', () => {
  const some = { rows: 150, filled: 105 };
  assert.equal(
    new FieldHistory().judge('photos', { share: 0.97, carried: true }, some, HERE),
    null,
  );
  const steady: Normal = { share: 0.97, carried: true, steady: true };
  assert.notEqual(new FieldHistory().judge('photos', steady, some, HERE), null);
});

test('a field that depends on the homes is never lost because of one place, however often it is requested', () => {
  const history = learned();
  for (let page = 0; page < 60; page += 1) {
    assert.equal(history.judge('fee', BY_HOME, none, HERE), null);
  }
});

test('it is lost where three unlike places lack it and none between them has it', () => {
  const history = learned();
  assert.equal(history.judge('fee', BY_HOME, none, at(1)), null);
  assert.equal(history.judge('fee', BY_HOME, none, at(2)), null);
  const loss = history.judge('fee', BY_HOME, none, at(3));
  assert.deepEqual([loss?.rows, loss?.filled], [123, 0]);
  assert.notEqual(history.judge('fee', BY_HOME, none, at(4)), null);
});

test('pages of one search are of one place, however many ZIPs it has', () => {
  const history = learned();
  for (let page = 0; page < 20; page += 1) {
    const witness = { ...at(page), area: 'one city' };
    assert.equal(history.judge('fee', BY_HOME, none, witness), null);
  }
});

test('a page between them that has it says that the others lack it by their homes', () => {
  const history = learned();
  for (let round = 0; round < 20; round += 1) {
    assert.equal(history.judge('fee', BY_HOME, none, at(1)), null);
    assert.equal(history.judge('fee', BY_HOME, none, at(2)), null);
    assert.equal(history.judge('fee', BY_HOME, { rows: 41, filled: 5 }, at(3)), null);
  }
});

test('a form of the source that never had it loses nothing', () => {
  const history = new FieldHistory();
  for (let page = 0; page < 40; page += 1) {
    assert.equal(history.judge('broker', BY_HOME, none, at(page)), null);
  }
});

test('what one account has seen by itself does not concern another', () => {
  const history = learned();
  for (let page = 0; page < 20; page += 1) history.judge('fee', BY_HOME, none, at(page, 'mallory'));
  assert.equal(history.judge('fee', BY_HOME, none, at(30, 'alice')), null);
  assert.equal(history.judge('fee', BY_HOME, none, at(31, 'alice')), null);
  assert.notEqual(history.judge('fee', BY_HOME, none, at(32, 'alice')), null, 'her own three');
});

test('what three accounts have seen concerns all', () => {
  const history = learned();
  history.judge('fee', BY_HOME, none, at(1, 'alice'));
  history.judge('fee', BY_HOME, none, at(2, 'bob'));
  assert.notEqual(history.judge('fee', BY_HOME, none, at(3, 'carol')), null);
});

test('a page that comes from a cache is judged by what is known, and adds nothing to it', () => {
  const history = learned();
  history.judge('fee', BY_HOME, none, at(1));
  history.judge('fee', BY_HOME, none, at(2));
  assert.equal(history.judgeAgain('fee', BY_HOME, none, at(2)), null);
  assert.notEqual(history.judgeAgain('fee', BY_HOME, none, at(3)), null);
  assert.equal(history.judge('fee', BY_HOME, none, at(2)), null);
});

test('what nobody vouches for is not judged', () => {
  const history = learned();
  assert.equal(history.judge('tax', { share: undefined }, { rows: 150, filled: 0 }, HERE), null);
});

test('the more pages lack a field by their homes, the more places have to lack it', () => {
  const history = learned();
  // A source of two forms: every other page has no brokers.
  for (let page = 0; page < 200; page += 1) {
    assert.equal(history.judge('fee', BY_HOME, page % 2 === 0 ? none : full, at(page)), null);
  }
  const lost = Array.from({ length: 30 }, (_page, place) =>
    history.judge('fee', BY_HOME, none, at(place)),
  );
  const noticed = lost.findIndex((loss) => loss !== null);
  assert.ok(noticed > 10, String(noticed));
});

test('pages of forms that come at random raise no alarm', () => {
  const history = new FieldHistory();
  let state = 11;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  for (let page = 0; page < 20_000; page += 1) {
    const form = random() < 0.6 ? full : none;
    assert.equal(history.judge('photos', BY_HOME, form, at(page % 500)), null);
  }
});

test('one value counts where unlike places show the same one, with no other between them', () => {
  const { suspicions } = new FieldHistory();
  assert.equal(suspicions.raise('beds', '2', at(1)), false);
  assert.equal(suspicions.raise('beds', '2', at(1)), false, 'the same place');
  assert.equal(suspicions.raise('beds', '2', at(2)), false);
  assert.equal(suspicions.raise('beds', '3', at(3)), false, 'another value');
  assert.equal(suspicions.raise('beds', '3', at(4)), false);
  suspicions.clear('beds');
  assert.equal(suspicions.raise('beds', '3', at(5)), false);
  assert.equal(suspicions.raise('beds', '3', at(6)), false);
  assert.equal(suspicions.raise('beds', '3', at(7)), true);
});

test('the chance is that of the binomial distribution', () => {
  assert.ok(Math.abs(chanceOfAtMost(0, 3, 0.5) - 0.125) < 1e-12);
  assert.ok(Math.abs(chanceOfAtMost(1, 3, 0.5) - 0.5) < 1e-12);
  assert.ok(Math.abs(chanceOfAtMost(3, 3, 0.5) - 1) < 1e-12);
});

test('random pages at the normal share raise no alarm', () => {
  const history = new FieldHistory();
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  for (let page = 0; page < 10_000; page += 1) {
    const rows = 1 + Math.floor(random() * 41);
    const filled = Array.from({ length: rows }, random).filter((draw) => draw < 0.8).length;
    assert.equal(
      history.judge('area', { share: 0.8, carried: true }, { rows, filled }, HERE),
      null,
    );
  }
});

test('what one process has learned, the next one knows from its start', () => {
  const name = 'portal_a listings fee';
  const first = new FieldHistory();
  for (let page = 0; page < 120; page += 1) first.judge(name, BY_HOME, full, HERE);
  const before = first.takeLearned();
  assert.deepEqual(before, [{ name: `${name} pages`, rows: 120, filled: 120 }]);
  assert.deepEqual(first.takeLearned(), [], 'what was taken is not taken again');
  const next = new FieldHistory(before);
  next.judge(name, BY_HOME, none, at(1));
  next.judge(name, BY_HOME, none, at(2));
  assert.notEqual(next.judge(name, BY_HOME, none, at(3)), null);
});

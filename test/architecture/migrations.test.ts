/**
 * While a server is upgraded, nodes of the version before run on the new schema: a migration only
 * adds (docs/upgrades.md#nodes-of-both-versions).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf, textOf } from './read-tree.js';

interface Rule {
  readonly what: RegExp;
  readonly breaks: string;
}

/**
 * What a migration may not do to a table that was there before, and how it breaks a node. A
 * statement is in lower case, with single spaces; each change of an `alter table` stands alone.
 */
const RULES: Readonly<Record<string, Rule>> = {
  drop: {
    what: /^drop (table|(materialized )?view|function|procedure|trigger|type|schema)\b|^drop (?!constraint |index )/,
    breaks: 'it still reads and writes what is dropped: drop it in a major version',
  },
  rename: {
    what: /^rename |^set schema |^alter \w+ \S+ rename /,
    breaks: 'it still uses the old name: add the new one beside it',
  },
  'change type': {
    what: /^alter (column )?\w+ (set data )?type /,
    breaks: 'it reads and writes the old type: add a column',
  },
  'add required column': {
    what: /^add (?!constraint |check |primary |unique |foreign |exclude )(?!.*\bdefault\b).*\bnot null\b/,
    breaks: 'its inserts leave the column out: allow null, or give it a default',
  },
  require: {
    what: /^alter (column )?\w+ (set not null|drop default)/,
    breaks: 'its inserts leave the column out: require it in a major version',
  },
  'allow null': {
    what: /^alter (column )?\w+ drop not null/,
    breaks: 'it reads a value where there may be none now: add a column',
  },
  'add constraint': {
    what: /^add (constraint \w+ )?(check|foreign key|exclude)\b(?!.* not valid$)/,
    breaks:
      'its writes may violate it, and a lock is held while the table is read: add it "not valid"',
  },
  'change key': {
    what: /^add (constraint \w+ )?(primary key|unique)\b|^create unique index |^drop constraint (if exists )?\w+_p?key\b/,
    breaks: 'its inserts name the old key in "on conflict", or violate the new one',
  },
};

const BEFORE_RELEASE = 'from before 0.1.0 was tagged: no release ran beside it';
const WIDER = 'the check before with further values: the version before writes only its own';

/** Statements that a rule finds, by migration. Each has its reason; one that is not found fails. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0002_purpose-of-keys': { require: BEFORE_RELEASE, 'change key': BEFORE_RELEASE },
  '0004_home-corrections': { drop: BEFORE_RELEASE },
  '0005_rows-without-price': { 'allow null': BEFORE_RELEASE },
  '0006_tables-of-feeds': {
    drop: BEFORE_RELEASE,
    'allow null': BEFORE_RELEASE,
    'add constraint': BEFORE_RELEASE,
    'change key': BEFORE_RELEASE,
  },
  '0007_access-versions': { drop: BEFORE_RELEASE },
  '0008_results-of-erasures': { drop: BEFORE_RELEASE },
  '0015_lookup-batches': { 'add constraint': WIDER },
  '0017_dataset-versions': { 'add constraint': WIDER },
  '0018_mail': { 'add constraint': WIDER },
  '0019_moved-accounts': { 'add constraint': WIDER },
};

test('a migration only adds, so that nodes of the version before run on it until they are replaced', () => {
  const found: string[] = [];
  for (const path of migrations()) {
    const name = path.replace(/^.*\//, '').replace(/\.sql$/, '');
    const broken = brokenBy(textOf(path));
    const allowed = Object.keys(EXCEPTIONS[name] ?? {});
    for (const [rule, text] of broken) {
      if (!allowed.includes(rule)) found.push(`${name}: ${rule}: ${text} — ${RULES[rule]?.breaks}`);
    }
    const seen = new Set(broken.map(([rule]) => rule));
    for (const rule of allowed) if (!seen.has(rule)) found.push(`${name}: no ${rule} any more`);
  }
  assert.deepEqual(found, []);
});

test('each rule finds what breaks an older node, and nothing else', () => {
  for (const [text, rule] of BREAKING) {
    assert.deepEqual(
      brokenBy(`-- a comment\ncreate table own (id integer);\n${text};`).map(([name]) => name),
      [rule],
      text,
    );
  }
  for (const text of HARMLESS) assert.deepEqual(brokenBy(`${text};`), [], text);
});

const BREAKING: readonly (readonly [string, string])[] = [
  ['drop table jobs', 'drop'],
  ['drop table if exists jobs', 'drop'],
  ['alter table jobs drop column state', 'drop'],
  ['alter table jobs drop state', 'drop'],
  ['alter table jobs add note text,\n  drop column state', 'drop'],
  ['drop function spend(integer)', 'drop'],
  ['alter table jobs rename to work', 'rename'],
  ['alter table jobs rename column state to status', 'rename'],
  ['alter table jobs rename state to status', 'rename'],
  ['alter table jobs alter column n type bigint', 'change type'],
  ['alter table jobs alter n set data type bigint', 'change type'],
  ['alter table jobs add column note text not null', 'add required column'],
  ['alter table jobs add note text not null', 'add required column'],
  ['ALTER TABLE jobs ADD COLUMN note text NOT NULL', 'add required column'],
  ['alter table jobs alter column note set not null', 'require'],
  ['alter table jobs alter column note drop default', 'require'],
  ['alter table jobs alter column note drop not null', 'allow null'],
  ["alter table jobs add check (state <> '')", 'add constraint'],
  ["alter table jobs add constraint jobs_state check (state <> '')", 'add constraint'],
  ['alter table jobs add foreign key (a) references accounts', 'add constraint'],
  ['alter table jobs drop constraint jobs_pkey', 'change key'],
  ['alter table jobs add note text, add rank integer not null', 'add required column'],
  ['alter table jobs add primary key (a, b)', 'change key'],
  ['create unique index one_name on jobs (name)', 'change key'],
  ['do $$ begin execute $q$drop table jobs$q$; end $$', 'drop'],
];

const HARMLESS: readonly string[] = [
  'create table own (id integer not null unique, a uuid references accounts, check (id > 0))',
  'create table own (id integer);\ncreate unique index one on own (id)',
  'create table own (id integer);\nalter table own add check (id > 0)',
  'alter table jobs add column note text',
  "alter table jobs add note text not null default ''",
  "alter table jobs add note text default '' not null",
  'alter table jobs add constraint jobs_n check (n > 0) not valid',
  'create index jobs_by_time on jobs (created_at)',
  "update jobs set note = '' where note is null",
  'insert into notes select note from jobs',
  'alter table jobs drop constraint jobs_state_check',
  '-- drop table jobs\nselect 1',
];

/** The migrations after the baseline. */
const migrations = (): string[] =>
  filesOf(['src/store/migrations'], ['.sql']).filter((path) => !path.includes('0001_'));

/** The rules that statements of a migration break, with the statement. */
function brokenBy(sql: string): [rule: string, statement: string][] {
  const statements = sql
    .replace(/--.*$/gm, '')
    .toLowerCase()
    .split(/;|\$\w*\$/)
    .map((one) => one.replace(/\s+/g, ' ').trim());
  const made = statements.flatMap((one) => MADE.exec(one)?.groups?.table ?? []);
  return statements
    .filter((one) => !made.includes(CHANGED.exec(one)?.groups?.table ?? ''))
    .flatMap((one) => changesOf(one))
    .flatMap((one) =>
      Object.entries(RULES)
        .filter(([, { what }]) => what.test(one))
        .map(([rule]): [string, string] => [rule, one]),
    );
}

const MADE = /^create (unlogged )?table (if not exists )?(?<table>\w+)/;
/** A table whose changes are judged: one that the migration does not make itself. */
const CHANGED = /^(alter table|create unique index \w+ on) (only )?(?<table>\w+)/;
const ALTER = /^alter table (if exists )?(only )?\S+ /;

/** The changes of an `alter table`, which commas outside of parentheses separate. */
function changesOf(statement: string): string[] {
  const list = ALTER.exec(statement);
  if (list === null) return [statement];
  let depth = 0;
  const changes = [''];
  for (const letter of statement.slice(list[0].length)) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) changes.push('');
    else changes[changes.length - 1] += letter;
  }
  return changes.map((one) => one.trim());
}

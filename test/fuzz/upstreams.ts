/** Answers of sources: the drivers read them, or say that the source failed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { sourceExtras } from '#contract/extras.js';
import { ADDRESS_FIELDS } from '#contract/field.js';
import { rowFields } from '#contract/fields.js';
import { ROW_TEXT_CHARS_MAX, SOURCE_URL_CHARS_MAX } from '#contract/limits.js';
import type { SourceName } from '#contract/sources.js';
import { type Kind, NOTE_REASONS } from '#contract/values.js';
import { Notes } from '#domain/notes.js';
import { checkSanity } from '#domain/sanity.js';
import { type HttpDriver, type Question, SourceError } from '#sources/driver.js';
import { driverOf, placesOf, replicationOf } from '#sources/index.js';
import { checkFields } from '../support/check-fields.js';
import { questionOf } from '../support/question.js';
import { editedJson, editedText, oddText, oddValue, written } from './arbitraries.js';
import { Canary, type Fuzzer, type OpenFuzzer } from './fuzzer.js';

/** A body that a source sends, in parts: what is before its JSON, and the JSON; or a text alone. */
interface Sample {
  readonly source: SourceName;
  readonly kind: Kind;
  readonly prefix: string;
  readonly json: unknown;
  readonly text: string;
}

interface Answer {
  readonly sample: number;
  readonly body: string;
  /** Says whether a place is looked for, and the other readers are tried as well. */
  readonly status: number;
}

const NOW_MS = Date.UTC(2026, 7, 20, 15);
const CONTEXT = { collectedAtMs: NOW_MS, siteBase: 'https://homes.example/' };

const FILES: readonly (readonly [source: SourceName, kind: Kind, file: string])[] = [
  ['portal_a', 'listings', 'for-sale-page.json'],
  ['portal_a', 'listings', 'map-page.json'],
  ['portal_a', 'sold', 'sold-page.json'],
  ['portal_a', 'rentals', 'rentals-page.json'],
  ['auction', 'auctions', 'search-page.json'],
  ['nyc_portal', 'listings', 'sales-page.json'],
  ['nyc_portal', 'rentals', 'rentals-page.json'],
  ['portal_b', 'sold', 'sold-payload.json'],
  ['portal_b', 'sold', 'sold-export.csv'],
  ['mls', 'listings', 'listings-page.json'],
  ['mls', 'sold', 'sold-page.json'],
  ['mls', 'rentals', 'rentals-page.json'],
  ['open_data', 'listings', 'listings-page.json'],
  ['open_data', 'sold', 'sold-page.json'],
];

const PLACE_ANSWERS: readonly object[] = [
  { results: [{ metaData: { regionId: 92656, regionType: 'zipcode', zipCode: '78704' } }] },
  {
    regionState: {
      regionInfo: [{ regionId: 92656, regionType: 7, regionName: '78704' }],
      regionBounds: { west: -97.8, south: 30.2, east: -97.7, north: 30.3 },
    },
  },
];
const METADATA =
  '<edmx:Edmx><EntityType Name="Property"><Key/><Property Name="ListingKey" Type="Edm.String"/><Property Name="ListPrice" Type="Edm.Decimal"/></EntityType></edmx:Edmx>';

function sampleOf([source, kind, file]: (typeof FILES)[number]): Sample {
  const url = new URL(`../../src/sources/${source}/fixtures/${file}`, import.meta.url);
  const text = readFileSync(url, 'utf8');
  if (file.endsWith('.csv')) return { source, kind, prefix: '', json: null, text };
  const own: unknown = JSON.parse(text);
  const isWrapped = source === 'portal_b';
  const json = isWrapped ? { resultCode: 0, errorMessage: 'Success', payload: own } : own;
  const prefix = isWrapped ? '{}&&' : '';
  return { source, kind, prefix, json, text: prefix + JSON.stringify(json) };
}

const SAMPLES: readonly Sample[] = FILES.map(sampleOf);
const OTHER: Sample = { source: 'mls', kind: 'sold', prefix: '', json: null, text: METADATA };

const bodyOf = (sample: Sample): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: sample.json === null ? 0 : 12,
      arbitrary: editedJson(sample.json).map(
        (json) => sample.prefix + written(JSON.stringify(json) ?? ''),
      ),
    },
    { weight: sample.json === null ? 10 : 3, arbitrary: editedText(sample.text) },
    { weight: 1, arbitrary: oddValue().map((value) => written(JSON.stringify(value) ?? '')) },
    { weight: 1, arbitrary: oddText() },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...PLACE_ANSWERS)
        .chain((json) => editedJson(json))
        .map((json) => written(JSON.stringify(json) ?? '')),
    },
    { weight: 1, arbitrary: editedText(OTHER.text) },
  );

const answer = (): fc.Arbitrary<Answer> =>
  fc.nat({ max: SAMPLES.length - 1 }).chain((sample) =>
    fc.record({
      sample: fc.constant(sample),
      body: bodyOf(SAMPLES[sample] ?? OTHER),
      status: fc.constantFrom(200, 301, 400, 403, 404, 429, 500, 503),
    }),
  );

export const UPSTREAMS: Fuzzer = {
  name: 'upstreams',
  about: "answers of sources, by each driver's readers",
  share: 57,
  open: async ({ canary }): Promise<OpenFuzzer<Answer>> => ({
    cases: answer(),
    check: (input) => {
      const sample = SAMPLES[input.sample] ?? OTHER;
      const driver = driverOf(sample.source, sample.kind);
      assert.ok(driver?.over === 'http');
      checkPage(sample, canary ? faulty(driver) : driver, input.body);
      checkOthers(driver, sample.source, input);
    },
    close: async () => undefined,
  }),
};

/** A driver that throws at a page whose total is an odd number. */
const faulty = (driver: HttpDriver): HttpDriver => ({
  ...driver,
  read: (body, question) => {
    const page = driver.read(body, question);
    if (page.rows.length % 2 === 1) throw new Canary('a driver threw');
    return page;
  },
});

const questionFor = (source: SourceName): Question =>
  questionOf({
    nowMs: NOW_MS,
    ...(source === 'nyc_portal' && { area: { by: 'named_place', ids: ['100'] } }),
  });

/** What the work gives, or null where it says that the source failed. */
function orFailed<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

function checkPage({ source, kind }: Sample, driver: HttpDriver, body: string): void {
  const page = orFailed(() => driver.read(body, questionFor(source)));
  if (page === null) return;
  assert.equal(Array.isArray(page.rows), true);
  assert.ok(
    page.total === null || (Number.isInteger(page.total) && page.total >= 0),
    `total ${page.total}`,
  );
  for (const raw of page.rows) {
    const read = driver.toRow(raw, CONTEXT);
    if ('dropped' in read) continue;
    driver.placeOfRow?.(read.row);
    const notes = new Notes();
    const row = notes.take(checkSanity(read.row, NOW_MS));
    checkFields('', { ...row }, rowFields(kind));
    checkFields('address.', { ...row.address }, ADDRESS_FIELDS);
    checkFields('extras.', { ...row.extras }, sourceExtras(source, kind));
    checkBounds(row, '');
    for (const { reason, detail } of notes.list()) {
      assert.ok(reason in NOTE_REASONS && (detail ?? '').length <= 80, `${reason} ${detail}`);
    }
  }
}

function checkBounds(value: unknown, path: string): void {
  if (typeof value === 'string') {
    const max = path === '.source_url' ? SOURCE_URL_CHARS_MAX : ROW_TEXT_CHARS_MAX;
    assert.ok(value.length <= max, `${path} has ${value.length} characters`);
    assert.ok(!value.includes('\0'), `${path} has a NUL`);
  }
  if (typeof value === 'number') assert.ok(Math.abs(value) <= Number.MAX_SAFE_INTEGER, path);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) checkBounds(member, `${path}.${name}`);
}

/** The other requests to a source: places, its description, failures, changes and keys. */
function checkOthers(driver: HttpDriver, source: SourceName, { body, status }: Answer): void {
  const places = placesOf(source);
  if (places !== undefined) {
    const ask = { form: 'zip', names: ['78704'], state: null } as const;
    const found = orFailed(() => places.readFound(body, ask));
    assert.ok(found === null || places.readToken(found, 'zip') === found, `token ${found}`);
    const checked = orFailed(() => places.check?.read(body, '92656/7', ask));
    if (checked?.box)
      for (const edge of Object.values(checked.box))
        assert.ok(Number.isSafeInteger(edge), `edge ${edge}`);
    places.readToken(body.slice(0, 50), 'city');
  }
  orFailed(() => driver.description?.read(body, {}));
  const failed = driver.explain?.({ status, headers: { 'retry-after': body.slice(0, 20) }, body });
  const wait = failed?.wait_s ?? 0;
  assert.ok(Number.isFinite(wait) && wait >= 0, `wait ${wait}`);
  const replication = replicationOf(source);
  if (replication === undefined) return;
  const profile = {
    options: { mode: 'replica' },
    described: new Set(['ListingKey', 'ModificationTimestamp']),
  };
  const changes = orFailed(() => replication.readChanges(body, null, NOW_MS, profile));
  for (const { kind, raw, found_by } of changes?.rows ?? []) {
    if (kind === null) continue;
    driverOf(source, kind)?.toRow(raw, CONTEXT);
    driverOf(source, kind)?.toRow(found_by, CONTEXT);
  }
  const keys = orFailed(() => replication.readKeys(body, profile));
  for (const key of keys?.keys ?? []) assert.equal(typeof key, 'string');
}

/** An application that reads open data from a server on loopback, and the sets of that server. */
import assert from 'node:assert/strict';
import { addOpenSet } from '#service/datasets/add-open-set.js';
import { forFile } from './for-file.js';
import { readHere } from './import-file.js';
import { someRows } from './open-data-rows.js';
import { type OpenServer, startOpenServer } from './open-data-server.js';
import { openTestApp, type TestAccount, type TestApp } from './open-test-app.js';

export type Protocol = 'esri' | 'socrata';
/** Two whole pages of the server and a part of one. */
export const ROWS = 230;

export interface OpenData {
  readonly t: TestApp;
  readonly server: OpenServer;
  /** A set of its own for each test. */
  setOf(protocol: Protocol, more?: object): TestSet;
  /** Reads what was received in this process. */
  add(set: TestSet, signal?: AbortSignal, check?: boolean): ReturnType<typeof addOpenSet>;
  /** The rows of a dataset that searches find, all pages, by parcel. */
  found(set: TestSet): Promise<Map<string, Sold>>;
  /** The rows of the server again as they were, without faults. */
  reset(): void;
  close(): Promise<void>;
}

export interface Sold {
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly sold_date: string;
  readonly sale_price: { readonly amount: number } | null;
  readonly beds: number | null;
  readonly extras: { readonly parcel_id: string; readonly dataset: string };
}

let made = 0;

export const makeSet = (url: string, protocol: Protocol, more: object) => {
  made += 1;
  const isEsri = protocol === 'esri';
  return {
    name: `test-${made}`,
    title: 'Test',
    protocol,
    url: isEsri ? `${url}/arcgis/rest/services/Sales/FeatureServer/0` : `${url}/resource/abcd-1234`,
    rows_expected: ROWS,
    updates: 'never',
    publisher: 'Test County',
    licence: 'Public Domain',
    licence_url: 'https://county.example.invalid/terms',
    attribution: 'Test County',
    may_redistribute: true,
    requests_per_s: 100,
    checked_on: '2026-11-25',
    refused_columns: ['OWNER'],
    mapping: {
      key: ['PARCEL', 'SALEDATE'],
      fields: {
        sold_date: 'SALEDATE',
        sale_price: { column: 'PRICE', min: 1_000 },
        line1: 'ADDR',
        zip: 'ZIP',
        state: { value: 'TX' },
        parcel_id: 'PARCEL',
        lat: isEsri ? 'geometry.lat' : 'location.lat',
        lng: isEsri ? 'geometry.lng' : 'location.lng',
      },
    },
    ...more,
  };
};
export type TestSet = ReturnType<typeof makeSet>;

export async function openOpenData(): Promise<OpenData> {
  const server = await startOpenServer(someRows(ROWS));
  const t = await openTestApp({
    env: {
      ROWHOUSE_OPEN_SET_HOSTS: '127.0.0.1',
      ROWHOUSE_OPEN_SET_TOKENS: JSON.stringify({ [new URL(server.url).host]: server.token }),
    },
  });
  const account = await t.account();
  return {
    t,
    server,
    setOf: (protocol, more = {}) => makeSet(server.url, protocol, more),
    add: (set, signal = new AbortController().signal, check = false) =>
      addOpenSet({ ...t.app, files: readHere }, { set, check, signal }),
    found: (set) => foundIn(t, account, set),
    reset: () => {
      server.rows = someRows(ROWS);
      server.faults = {};
      server.requests.length = 0;
      server.tokens.length = 0;
    },
    close: async () => {
      await t.close();
      await server.close();
    },
  };
}

async function foundIn(t: TestApp, account: TestAccount, set: TestSet) {
  const rows: Sold[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const next = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const query = `zip=78704&sold_within_days=36500${next}`;
    const answer = await t.get(`/v1/records/sold?${query}`, account.api_key);
    // Without any dataset there is nothing to search.
    if (answer.statusCode === 503) break;
    assert.equal(answer.statusCode, 200, answer.body);
    const { result } = answer.json<{ result: { data: Sold[]; next_cursor: string | null } }>();
    rows.push(...result.data);
    cursor = result.next_cursor;
  }
  const own = rows.filter(({ extras }) => extras.dataset === set.name);
  const byParcel = new Map(own.map((row) => [row.extras.parcel_id, row]));
  assert.equal(byParcel.size, own.length, 'no row is there twice');
  return byParcel;
}

/** The same for all tests of a file. */
export const sharedOpenData = (): OpenData => forFile(() => openOpenData());

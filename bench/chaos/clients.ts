/** The load: clients that search, share, retry, poll, turn pages and come back to old jobs. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Chance, chanceFrom } from '../support/chance.js';
import {
  type Account,
  callOnce,
  callUntilAnswered,
  type Heard,
  type Question,
  type Tally,
} from './caller.js';
import type { FleetNode } from './fleet.js';
import { type History, hearPoll, hearSearch, type KnownJob } from './history.js';

export interface Load {
  readonly nodes: readonly FleetNode[];
  readonly accounts: readonly Account[];
  readonly history: History;
  /** Changes when a phase begins. */
  tally: Tally;
  stopped: boolean;
}

interface Client {
  readonly load: Load;
  readonly chance: Chance;
  readonly account: Account;
  /** The newest of its jobs, to come back to. */
  readonly own: KnownJob[];
}

const OWN_MAX = 50;
const POLLS_MAX = 8;
const PAUSE_MS = [5, 60] as const;
const ZIPS = ['78704', '78745', '77007', '98115', '60614', '33139', '94110', '80205', '30307'];
const NYC_ZIPS = ['10025', '10011', '11201', '11215'];
const CITIES = ['city=Austin&state=TX', 'city=Denver&state=CO', 'city=Miami&state=FL'];

/** Runs `count` clients until the load is stopped; resolves when each has ended its last call. */
export async function runClients(load: Load, count: number, seed: number): Promise<void> {
  const client = async (at: number) => {
    const account = load.accounts[at % load.accounts.length];
    if (account === undefined) return;
    const me: Client = { load, chance: chanceFrom(seed * 1_000 + at), account, own: [] };
    while (!load.stopped) {
      await act(me);
      await delay(me.chance.between(...PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: count }, (_, at) => client(at)));
}

async function act(me: Client): Promise<void> {
  const lot = me.chance.next();
  if (lot < 0.25) await searchAndPoll(me, freshPath(me.chance));
  else if (lot < 0.45) await searchAndPoll(me, warmPath(me.chance));
  else if (lot < 0.55) await searchTogether(me);
  else if (lot < 0.7) await searchTwice(me);
  else if (lot < 0.8) await sendAgain(me);
  else if (lot < 0.9) await turnPage(me);
  else await readOld(me);
}

/** A search that the cache seldom has. */
function freshPath(chance: Chance): string {
  const price = `min_price=${Math.floor(chance.between(1, 400)) * 1_000}`;
  const lot = chance.next();
  if (lot < 0.5) return `/v1/portal_a/listings?zip=${chance.pick(ZIPS)}&${price}`;
  if (lot < 0.65) return `/v1/portal_a/sold?zip=${chance.pick(ZIPS)}&${price}`;
  if (lot < 0.75) return `/v1/portal_b/sold?zip=${chance.pick(ZIPS)}&${price}`;
  if (lot < 0.85) return `/v1/nyc_portal/listings?zip=${chance.pick(NYC_ZIPS)}&${price}`;
  return `/v1/portal_a/listings?${chance.pick(CITIES)}&${price}`;
}

/** One of a few searches, so that most are cache hits. */
const warmPath = (chance: Chance): string =>
  chance.next() < 0.5
    ? `/v1/portal_a/listings?zip=${chance.pick(ZIPS)}`
    : `/v1/auction/listings?zip=${chance.pick(ZIPS)}`;

async function searchAndPoll(me: Client, path: string): Promise<void> {
  const returned = await search(me, { account: me.account, path, idempotencyKey: randomUUID() });
  if (returned !== null) await poll(me, returned);
}

async function search(me: Client, question: Question): Promise<KnownJob | null> {
  const { load, chance } = me;
  const heard = await callUntilAnswered(load.tally, load.nodes, chance, question);
  const returned = hearSearch(load.history, question, heard);
  if (returned !== null && returned.account === me.account) keep(me, returned);
  return returned;
}

function keep(me: Client, returned: KnownJob): void {
  me.own.push(returned);
  if (me.own.length > OWN_MAX) me.own.shift();
}

/** Long polls until the job settles; some callers go away before. */
async function poll(me: Client, returned: KnownJob): Promise<void> {
  for (let polls = 0; polls < POLLS_MAX && returned.status === 'pending'; polls += 1) {
    if (me.chance.next() < 0.1) return;
    await readOnce(me, returned, Math.floor(me.chance.between(0, 6)));
  }
}

async function readOnce(me: Client, returned: KnownJob, waitS: number): Promise<void> {
  const { load, chance } = me;
  const path = `/v1/jobs/${returned.request_id}${waitS === 0 ? '' : `?wait=${waitS}`}`;
  const question = { account: returned.account, path };
  hearPoll(
    load.history,
    returned,
    await callUntilAnswered(load.tally, load.nodes, chance, question),
  );
}

/** The same new search from every account at once: one collection, a charge each. */
async function searchTogether(me: Client): Promise<void> {
  const path = freshPath(me.chance);
  const all = await Promise.all(
    me.load.accounts.map((account) => search(me, { account, path, idempotencyKey: randomUUID() })),
  );
  await Promise.all(all.flatMap((returned) => (returned === null ? [] : [poll(me, returned)])));
}

/** The same call with one Idempotency-Key at several nodes at once, as an impatient client does. */
async function searchTwice(me: Client): Promise<void> {
  const { load, chance, account } = me;
  const path = chance.next() < 0.5 ? freshPath(chance) : warmPath(chance);
  const question = { account, path, idempotencyKey: randomUUID() };
  const heard = await Promise.all(
    load.nodes.map((node) => callOnce(load.tally, node.url, question)),
  );
  // The first answer before its replays, which may have overtaken it.
  heard.sort((a, b) => Number(isReplay(a)) - Number(isReplay(b)));
  for (const one of heard) hearSearch(load.history, question, one);
  const returned = await search(me, question);
  if (returned !== null) await poll(me, returned);
}

const isReplay = (heard: Heard): boolean => heard.kind === 'job' && heard.replayed;

/** A retry of a call that was answered long ago. */
async function sendAgain(me: Client): Promise<void> {
  if (me.own.length === 0) return;
  const old = me.chance.pick(me.own);
  if (old.idempotencyKey === null) return;
  await search(me, { account: me.account, path: old.path, idempotencyKey: old.idempotencyKey });
}

async function turnPage(me: Client): Promise<void> {
  const open = me.own.filter(({ cursor }) => cursor !== null);
  if (open.length === 0) return;
  const { path, cursor } = me.chance.pick(open);
  const bare = path.replace(/&cursor=.*$/, '');
  await searchAndPoll(me, `${bare}&cursor=${encodeURIComponent(cursor ?? '')}`);
}

async function readOld(me: Client): Promise<void> {
  if (me.own.length > 0) await readOnce(me, me.chance.pick(me.own), 0);
}

// What a store holds beside searches, watches and webhooks: a feed of its own, a batch of lookups,
// alerts by mail, and the separate store of test keys.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const TRY_MS = 500;
const TRIES_MAX = 240;
export const SITE = 'https://homes.example.com';
const [READER, STRANGER] = ['reader@example.com', 'stranger@example.com'];
const FEED = 'mls';
const BATCH = '/v1/lookups?source=portal_a';

/** At the first moment: the feed is granted, one of two addresses agrees, a test key searches. */
export async function beginFurther({ admin, call, settled, statusOf }, made, mails, path) {
  const [key] = made.keys;
  await admin('accounts', 'grant', made.account.account_id, FEED);
  for (const address of [READER, STRANGER])
    await call('/v1/endpoints', key, { url: `mailto:${address}` });
  assert.equal(await statusOf(linkTo(mails, READER, 'confirm'), key, 'POST'), 200);
  const { api_key } = await admin(
    ...'keys create --test --account'.split(' '),
    made.account.account_id,
  );
  await settled(path, api_key);
  made.testKey = api_key;
}

/** At the last moment: a batch with a home that is found and one that is not, and a search. */
export async function goOnFurther({ call, settled }, made, path) {
  const [key] = made.keys;
  const { result } = await settled(path, key);
  const homes = [
    { source_id: result.data[0].source_id },
    { address: '1 Nowhere Way, Austin, TX 78704' },
  ];
  const { batch_id } = await call(BATCH, key, { homes });
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    made.batch = await call(`/v1/lookups/${batch_id}`, key);
    if (made.batch.ended_at !== null) break;
    await sleep(TRY_MS);
  }
  assert.ok(made.batch.ended_at !== null && made.batch.found === 1, JSON.stringify(made.batch));
  await settled(path, made.testKey);
}

/** What a later version must find. */
export async function furtherParts({ call }, made, mails) {
  const [key] = made.keys;
  const { batch_id, found, credits } = made.batch;
  const { homes } = await call(`/v1/lookups/${batch_id}/homes`, key);
  return {
    feeds: { [made.account.account_id]: [FEED], [made.other.account_id]: [] },
    batch: { batch_id, found, credits, outcomes: homes.map(({ outcome }) => outcome) },
    mail: { address: READER, unsubscribe: linkTo(mails, READER, 'unsubscribe') },
    test_key: { api_key: made.testKey, balance: (await call('/v1/account', made.testKey)).balance },
  };
}

/** The path of a link in the newest mail to an address that has one. */
function linkTo(mails, address, purpose) {
  const link = new RegExp(`${SITE}(/mail/${purpose}/[^\\s>]+)`);
  const found = mails
    .filter(({ to }) => to === address)
    .flatMap(({ text }) => link.exec(text) ?? []);
  assert.ok(found.length > 0, `${purpose} of ${address}`);
  return found.at(-1);
}

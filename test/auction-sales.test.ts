/** Auction sales in two channels, states by their borders, and more sales than the portal shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askPortal } from './mutations/world.js';
import {
  collect,
  firstRequest,
  KANSAS_CITY,
  portal,
  state,
  truth,
} from './support/auction-areas.js';

/** What the id of a sale in its second channel has beyond that of the first. */
const OTHER_CHANNEL = 1_000_000_000_000;

test('a sale that two channels list is one row, and the answer is complete', async () => {
  const before = state.behaviour;
  const all = await truth(KANSAS_CITY);
  state.behaviour = { ...before, channels: 0.6 };
  try {
    const { ids, pages } = await collect(KANSAS_CITY);
    // The other rows of a sale are of no home of their own.
    const homes = new Set(ids.map((id) => Number(id) % OTHER_CHANNEL));
    assert.equal(homes.size, ids.length);
    assert.deepEqual([...homes].map(String).sort(), all);
    assert.ok(pages.every(({ completeness }) => completeness === 'complete'));
    const notes = pages.flatMap(({ field_notes }) => field_notes);
    assert.ok(notes.some(({ detail }) => /from another channel/.test(detail ?? '')));
  } finally {
    state.behaviour = before;
  }
});

test('a box over three states asks each of them once', async () => {
  const { asked } = await collect({ form: 'bbox', bbox: [-94.7, 36.9, -94.5, 37.1] });
  assert.deepEqual(
    asked.map(({ property_state }) => property_state),
    ['KS', 'MO', 'OK'],
  );
});

test('a state with more auctions than the source pages through is partial, and says of which state', async () => {
  const { json } = await askPortal(portal, await firstRequest());
  const homes: { seller_property: { postal_code: string } }[] =
    JSON.parse(json).data.seek_listings_from_filters.content;
  // A ZIP away from the border is requested of its state alone.
  const zip = '65101';
  const raw = homes.find(({ seller_property }) => seller_property.postal_code === zip);
  const total = 12_400;
  const offsets: number[] = [];
  const { answer } = portal;
  portal.answer = async (request) => {
    const { offset } = JSON.parse(request.body).variables.filters as { offset: number };
    offsets.push(offset);
    const content = Array.from({ length: 500 }, (_, at) => ({
      ...raw,
      listing_id: String(offset + at + 1),
      listing_page_path: `/details/home-${offset + at + 1}`,
    }));
    const counts = { total_count: total, size: 500, current_page: offset / 500, total_pages: 25 };
    const seek_listings_from_filters = { ...counts, content };
    return { status: 200, json: { data: { seek_listings_from_filters } } };
  };
  try {
    const { pages } = await collect({ form: 'zip', zip }, { pageRows: 100_000 });
    assert.equal(Math.max(...offsets), 11_500);
    const [page] = pages;
    assert.equal(page?.completeness, 'partial');
    assert.ok(
      page?.field_notes.some(
        ({ detail }) => detail === "about 400 rows of MO are beyond the source's cap",
      ),
      JSON.stringify(page?.field_notes.filter(({ field }) => field === 'data')),
    );
  } finally {
    portal.answer = answer;
  }
});

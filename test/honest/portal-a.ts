/** portal_a: reads a search state and answers with a page of 41 cards. */
import assert from 'node:assert/strict';
import { type Ask, readAsk } from '#sandbox/portal_a/ask.js';
import { type Range, within } from '#sandbox/range.js';
import type { PortalText } from '../mutations/world.js';
import type { Draft } from './draft.js';
import type { Home } from './home.js';
import { cardOf } from './portal-a-cards.js';
import type { Answer } from './portals.js';

const PAGE_ROWS = 41;
const PAGES_MAX = 20;

export function answerPortalA(draft: Draft): Answer {
  const cards = new Map(draft.homes.map((home, at) => [home.id, cardOf(draft, home, at)]));
  return (request): PortalText => {
    const asked = readAsk(request.body ?? '');
    assert.ok(typeof asked !== 'string', JSON.stringify(asked));
    const matches = draft.homes.filter((home) => fits(home, asked.ask));
    const found = withRepeats(inOrder(matches, asked.ask.sort), draft.wire.repeats);
    const totalPages = Math.min(PAGES_MAX, Math.ceil(found.length / PAGE_ROWS));
    const from = (asked.page - 1) * PAGE_ROWS;
    const rows = found.slice(from, from + PAGE_ROWS).map(({ id }) => cards.get(id));
    const isMap = draft.wire.cards === 'map';
    const total = found.length;
    return {
      prefix: '',
      json: JSON.stringify({
        cat1: {
          searchResults: {
            listResults: rows,
            mapResults: isMap ? [] : found.slice(0, 3).map(({ id }) => cards.get(id)),
            relaxedResults: [],
          },
          searchList: {
            expansionDistance: 0,
            totalResultCount: total,
            resultsPerPage: PAGE_ROWS,
            totalPages,
            pagination: asked.page < totalPages ? { nextUrl: `/homes/${asked.page + 1}_p/` } : {},
          },
        },
        categoryTotals: { cat1: { totalResultCount: total }, cat2: { totalResultCount: 31 } },
      }),
    };
  };
}

/** The first rows again, at the end of the first page. */
const withRepeats = (found: readonly Home[], count: number): readonly Home[] =>
  count === 0
    ? found
    : [
        ...found.slice(0, PAGE_ROWS - count),
        ...found.slice(0, count),
        ...found.slice(PAGE_ROWS - count),
      ];

function inOrder(found: readonly Home[], sort: string): readonly Home[] {
  if (sort === 'days') return found.toSorted((a, b) => a.soldAge - b.soldAge);
  return found;
}

function fits(home: Home, ask: Ask): boolean {
  const { west, south, east, north } = ask.edges;
  const inside = home.lng >= west && home.lng <= east && home.lat >= south && home.lat <= north;
  const isBuilding = home.form === 'building';
  const rent: Range = ask.trades.includes('rentals') ? ask.rent : ask.price;
  const beds = isBuilding
    ? home.flats.some((flat) => within(ask.beds, flat.beds))
    : within(ask.beds, home.beds);
  return (
    inside &&
    beds &&
    within(rent, home.price) &&
    within(ask.baths, isBuilding ? null : home.baths) &&
    within(ask.sqft, isBuilding ? null : home.area) &&
    within(ask.built, home.year) &&
    (ask.typesOff.length === 0 || (home.form !== 'plan' && !isOff(ask, home)))
  );
}

const isOff = (ask: Ask, home: Home): boolean => ask.typesOff.some((type) => type === home.type);

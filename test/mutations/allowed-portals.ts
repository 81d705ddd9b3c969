/** Silent changes of the portals that may be, each with its reason. */
import { type Allowed, EMPTIED, LOST } from './allowed-entry.js';

export const PORTAL_A: readonly Allowed[] = [
  {
    route: 'portal_a listings',
    members: /homeInfo\.(?:streetAddress|zipcode|city|state)$/,
    changes: ['in an object', 'in a list', 'text as number', 'other codes'],
    reason:
      'three rows of forty have no address on their card: too few for a share of the page; where it cannot ' +
      'be read the line is null and noted, and the unit comes from its own member in other letters',
  },
  {
    route: 'portal_a listings',
    members: /carouselPhotos(?:Composable(?:\.photoData)?)?(?:\[\])?$/,
    changes: [...EMPTIED, 'removed'],
    reason:
      'rows come in two forms of photos, and cards of the map without any: those of the other form keep theirs, and ' +
      'a page of fewer photos is ordinary',
  },
  {
    route: 'portal_a listings',
    members: /info6String$/,
    changes: LOST,
    reason: 'the recorded page of 41 homes names no agent: a page without agents is ordinary',
  },
  {
    route: 'portal_a listings',
    members: /timeOnZillow$/,
    detail: /^lost values: /,
    reason: 'cards before 2024 had no age but -1, on whole pages: five pages without are no proof',
  },
  {
    route: 'portal_a',
    members: /(?:info6String|buildingName)$/,
    changes: ['other codes', 'swapped with the next'],
    reason: 'few rows name an agent or a building, and names of people and companies have no form',
  },
  {
    route: 'portal_a',
    members: /(?:addressStreet|detailUrl)$/,
    changes: ['other codes', 'swapped with the next'],
    detail: /^partial, but wrong values: (?:address\.unit|extras\.building_name)/,
    reason:
      'the page is partial for the line or the link; a unit or a name is read from what stands in its place',
  },
  {
    route: 'portal_a rentals',
    members: /(?:statusText|beds|baths|latLong(?:\.\w+)?|timeOnZillow)$/,
    detail: /^lost values: /,
    reason:
      'cards with and without details stand on one page, and those of the other form keep theirs; too few rows of a ' +
      'page are left for a proof within five places',
  },
  {
    route: 'portal_a rentals',
    members: /units\[\]\.price$/,
    changes: ['another currency'],
    detail: /extras\.units/,
    reason: 'the rents of units are then unknown, as they are where a building names none',
  },
  {
    route: 'portal_a listings',
    members: /listResults$/,
    changes: ['empty list or object'],
    reason:
      'the page is partial; its rows come from the map, whose links are relative, to the same pages',
  },
  {
    route: 'portal_a rentals',
    members: /hdpData(?:\.homeInfo)?$/,
    changes: EMPTIED,
    reason:
      'recorded rental cards have no details: the type is then the one that the card says in words',
  },
  {
    route: 'portal_a rentals',
    members: /(?:brokerName|info6String|carouselPhotos\w*(?:\.photoData)?(?:\[\])?)$/,
    changes: [...EMPTIED, 'constant'],
    reason:
      'recorded rental cards name no broker or agent and list no photos, though they have an image; one ' +
      'agent for the few cards that name one is ordinary',
  },
  {
    route: 'portal_a rentals',
    members: /rentZestimate$/,
    changes: [...LOST, 'swapped with the next'],
    reason:
      'few rentals have an estimate, and the member beside it is the rent, to which it is near',
  },
  {
    route: 'portal_a rentals',
    members: /(?:units(?:\[\](?:\.price|\.beds)?)?|buildingName)$/,
    changes: ['constant', 'swapped with the next'],
    reason: 'five buildings on a page are too few to prove that they must differ',
  },
  {
    route: 'portal_a listings',
    members: /(?:openHouse|openHouseStartDate)$/,
    reason: 'three homes in forty have an open house: a page without one is ordinary',
  },
  {
    route: 'portal_a',
    members: /lotArea(?:Value|Unit)$/,
    detail: /lot_area_sqft|address\.line1/,
    reason: 'lots are of every size from a yard to a ranch, and flats have none',
  },
  {
    route: 'portal_a rentals',
    members: /availabilityDate$/,
    detail: /extras\.available_date/,
    reason: 'nothing else on a card names the day, and cards of buildings have none',
  },
  {
    route: 'portal_a rentals',
    members: /lotId$/,
    reason:
      'another id is another building, as new buildings are: nothing else in the row repeats the number',
  },
];

export const PORTAL_B: readonly Allowed[] = [
  {
    route: 'portal_b sold',
    members: /(?:original|previous)Price(?:\.(?:value|level))?$/,
    changes: [...LOST, ...EMPTIED, 'empty list or object'],
    reason: 'recorded pages have no such members: a page without is ordinary',
  },
  {
    route: 'portal_b sold',
    members: /(?:original|previous)Price\.value$/,
    changes: ['metres to feet'],
    reason: 'only a second ratio could say that not the sales are cheap beside what was asked',
  },
  {
    route: 'portal_b sold',
    members: /propertyType$/,
    changes: ['swapped with the next'],
    reason:
      'the member beside it is a small number too, of which most are codes of the other table',
  },
  {
    route: 'portal_b sold',
    members: /homes(?:\[\])?$/,
    changes: ['empty list or object', 'removed'],
    reason: 'the source does not count: an area without sales gives the same answer',
  },
  {
    route: 'portal_b sold',
    members: /dom(?:\.value)?$/,
    changes: [...EMPTIED, 'constant'],
    reason:
      'recorded pages have only the days since the sale there, which are not taken: a page without is ordinary',
  },
  {
    route: 'portal_b sold',
    members: /(?:dom|hoa)\.value$/,
    changes: ['other codes'],
    reason: 'only days and dollars up to 40 change, to ones that homes have',
  },
  {
    route: 'portal_b sold',
    members: /hoa(?:\.value)?$/,
    changes: [...LOST, 'empty list or object'],
    reason:
      'most homes with dues here are in apartment buildings, of which no recorded page says how many have ' +
      'any; of condos and townhouses there are too few',
  },
  {
    route: 'portal_b sold',
    members: /soldDate$/,
    changes: ['a day later'],
    reason:
      'the next midnight is as good a date of a sale, and nothing else in the row says the day',
  },
  {
    route: 'portal_b sold',
    members: /lotSize\.value$/,
    changes: ['metres to feet'],
    reason: 'lots of the next area are ten times as large',
  },
];

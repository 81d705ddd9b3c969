/** Changes of nyc_portal that nothing in its answers shows, each with its reason. */
import { type Allowed, LOST } from './allowed-entry.js';

export const NYC_PORTAL: readonly Allowed[] = [
  {
    route: 'nyc_portal',
    members: /(?:areaName|sourceGroupLabel)$/,
    changes: ['swapped with the next'],
    reason:
      'one name for another: names of places and companies have no form, and no other member repeats them',
  },
  ...['nyc_portal listings', 'nyc_portal rentals'].flatMap((route): readonly Allowed[] => [
    {
      route,
      members: /\.unit$/,
      changes: ['swapped with the next'],
      reason: 'the member beside it is the same unit with a mark before it',
    },
    {
      route,
      members: /(?:bedroomCount|fullBathroomCount)$/,
      changes: ['swapped with the next'],
      reason: 'bedrooms and bathrooms are counts of one size: each has values that the other has',
    },
    {
      route,
      members: /(?:full|half)BathroomCount$/,
      changes: ['constant'],
      reason:
        'most flats have one bathroom and no half one; the other of the two members still varies',
    },
    {
      route,
      members: /livingAreaSize$/,
      changes: ['other codes'],
      reason: 'only the 0 of rows that have none becomes a number, of a size that homes have',
    },
  ]),
  {
    route: 'nyc_portal listings',
    members: /monthly(?:Taxes|CommonCharges)$/,
    changes: ['other codes'],
    reason: 'only the 0 of rows that have none becomes a number, of a size that charges have',
  },
  {
    route: 'nyc_portal listings',
    members: /monthly(?:Taxes|Maintenance|CommonCharges)$/,
    changes: ['metres to feet'],
    reason: 'charges of abated and of luxury buildings differ by more than ten times for one price',
  },
  {
    route: 'nyc_portal listings',
    members: /monthlyTaxes$/,
    changes: ['swapped with the next'],
    reason: 'the member beside it is the common charges, which are as high',
  },
  {
    route: 'nyc_portal listings',
    members: /\.price$/,
    changes: ['metres to feet'],
    reason:
      'the page is partial and names price and charges: that they do not fit is seen, but not which is wrong',
  },
  {
    route: 'nyc_portal',
    members: /priceDelta$/,
    changes: [
      'constant',
      'metres to feet',
      'negated',
      'null',
      'of the next row',
      'other codes',
      'swapped with the next',
      '× 100',
      '÷ 1000',
    ],
    reason: 'prices are cut and raised by any part, most never, and nothing else in a row says how',
  },
  {
    route: 'nyc_portal',
    members: /priceChangedAt$/,
    changes: [
      'a day later',
      'constant',
      'empty text',
      'in the future',
      'null',
      'of the next row',
      'swapped with the next',
    ],
    reason: 'nothing else in a row says when its price was set',
  },
  {
    route: 'nyc_portal',
    members: /isNewDevelopment$/,
    changes: ['negated', 'null', 'swapped with the next'],
    reason: 'areas differ from none to all in new developments, and nothing else in a row shows it',
  },
  {
    route: 'nyc_portal listings',
    members: /soldPrice$/,
    changes: ['other codes', 'swapped with the next'],
    reason: 'homes on the market have none: only its 0 changes',
  },
  {
    route: 'nyc_portal rentals',
    members: /(?:totalMonthlyPrice|leaseTermMonths)$/,
    changes: ['constant', 'null', 'of the next row'],
    reason: 'most rentals carry null, and fees and leases follow from nothing else in a row',
  },
  {
    route: 'nyc_portal rentals',
    members: /availableAt$/,
    changes: ['a day later'],
    reason: 'a home may be free a day later, and nothing else in the row says when',
  },
  {
    route: 'nyc_portal rentals',
    members: /(?:netEffectivePrice|monthsFree)$/,
    changes: LOST,
    reason: 'only rentals with free months carry them, and some search pages leave them out',
  },
];

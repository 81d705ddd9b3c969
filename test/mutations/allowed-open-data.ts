/** Silent changes of open_data that may be, each with its reason. */
import { type Allowed } from './allowed-entry.js';

export const OPEN_DATA: readonly Allowed[] = [
  {
    route: 'open_data listings',
    members: /CASE_NUM$/,
    changes: ['other codes', 'swapped with the next'],
    reason: 'keys are any text: another key is another home',
  },
  {
    route: 'open_data',
    members: /CITY$/,
    changes: ['swapped with the next'],
    reason:
      'the page is partial for the state; the code of a state in place of the city is a text of its form',
  },
  {
    route: 'open_data listings',
    members: /DATE_ACQUIRED$/,
    changes: ['a day later'],
    reason: 'a day later is as good a date, and nothing else in the row has one',
  },
  {
    route: 'open_data sold',
    members: /SALE_ID$/,
    changes: ['other codes'],
    reason: 'keys are any text: another key is another sale',
  },
  {
    route: 'open_data sold',
    members: /USE_CODE$/,
    changes: ['other codes', 'text as number'],
    reason:
      'a county has codes beside those that the description of its set names: unknown ones are ordinary',
  },
  {
    route: 'open_data sold',
    members: /SALE_DATE$/,
    changes: ['a day later', 'in the future', 'negated'],
    reason:
      'a day later is as good a date, the page is partial for later ones, and every search has a period, ' +
      'which leaves out the sales of another century',
  },
  {
    route: 'open_data sold',
    members: /SALE_PRICE$/,
    changes: ['× 100', 'metres to feet'],
    reason:
      'deeds of whole buildings stand beside the area of one flat, and nothing else in the row has a price',
  },
  {
    route: 'open_data sold',
    members: /(?:SITE_ADDRESS|SITE_UNIT)$/,
    detail: /address\.unit|home_id/,
    reason: 'one home in ten has a unit, which is any text; the others have the same row',
  },
  {
    route: 'open_data sold',
    members: /LOT_AREA$/,
    changes: ['× 100', '× 1000', 'metres to feet'],
    reason: 'lots are of every size from a yard to a ranch',
  },
  {
    route: 'open_data sold',
    members: /PARCEL_ID$/,
    changes: ['other codes', 'swapped with the next'],
    reason: 'numbers of parcels are any text: another number is another parcel',
  },
  {
    route: 'open_data sold',
    members: /QUALIFIED$/,
    reason:
      'publishers write codes of their own, some of them for few sales: a page without is ordinary',
  },
];

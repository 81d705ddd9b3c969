/** Silent changes of open_data that may be, each with its reason. */
import { type Allowed } from './allowed-entry.js';

export const OPEN_DATA: readonly Allowed[] = [
  {
    route: 'open_data',
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
    route: 'open_data',
    members: /DATE_ACQUIRED$/,
    changes: ['a day later'],
    reason: 'a day later is as good a date, and nothing else in the row has one',
  },
];

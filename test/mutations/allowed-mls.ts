/** Silent changes of mls that may be, each with its reason. */
import { type Allowed } from './allowed-entry.js';

export const MLS: readonly Allowed[] = [
  {
    route: 'mls',
    members: /PropertySubType$/,
    changes: ['other codes', 'swapped with the next'],
    reason:
      'feeds have sub-types of their own beside those of the dictionary: unknown words are ordinary',
  },
  {
    route: 'mls',
    members:
      /(?:MlsStatus|OriginatingSystemName|AttributionContact|TaxAssessedValue|AssociationFee|AssociationFeeFrequency|LeaseAmountFrequency|LivingAreaUnits|UnitNumber|StreetDirPrefix)$/,
    changes: ['null', 'empty text', 'constant'],
    reason:
      'the dictionary asks no server for a value: feeds leave these empty or have one for all; a rent without ' +
      'a frequency is monthly and an area without a unit in feet by custom',
  },
  {
    route: 'mls',
    members: /(?:AssociationFeeFrequency|LeaseAmountFrequency)$/,
    changes: ['another unit in the text'],
    reason:
      'weekly is a word of the dictionary, and fees and rents of areas differ by more than four times',
  },
  {
    route: 'mls',
    members: /(?:AssociationFee|DaysOnMarket|ListPrice|ClosePrice|TaxAssessedValue)$/,
    changes: ['metres to feet', 'other codes'],
    reason:
      'ten times the size, and days and dollars of three digits, are what homes of another area have',
  },
  {
    route: 'mls rentals',
    members: /ListPrice$/,
    changes: ['constant'],
    reason: 'rents by the week, the month and the year still differ when one figure stands for all',
  },
  {
    route: 'mls',
    members: /(?:ListingKey|ListingId)$/,
    changes: ['other codes'],
    reason: 'keys are any text: another key is another listing',
  },
  {
    route: 'mls',
    members: /(?:PropertySubType|StandardStatus|BathroomsHalf|StreetSuffix|ModificationTimestamp)$/,
    changes: ['constant'],
    reason:
      'a page of one type, state or moment of a bulk change is ordinary, and most homes have one half bath',
  },
  {
    route: 'mls',
    members: /(?:CloseDate|OnMarketDate|ModificationTimestamp)$/,
    changes: ['a day later', 'swapped with the next', 'null', 'empty text'],
    reason:
      'a day later is as good a date; feeds fill one or both of the two dates of a listing, a day or more apart',
  },
  {
    route: 'mls',
    members:
      /(?:ListOfficeName|ListAgentFullName|OriginatingSystemName|AttributionContact|UnitNumber|StreetName|StreetSuffix|StreetDirPrefix)$/,
    changes: ['swapped with the next'],
    reason:
      'one name for another: the dictionary gives names no form, and no other field repeats them',
  },
  {
    route: 'mls',
    members: /(?:AssociationFee|YearBuilt|ListPrice|ClosePrice|BathroomsFull)$/,
    changes: ['swapped with the next'],
    reason:
      'the two have values of one size, or the page is partial for one of them while the other is a number ' +
      'that nothing is compared with',
  },
];

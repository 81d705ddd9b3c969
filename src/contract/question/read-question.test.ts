/** Questions in words as parameters: what is read, and what is said not to be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AREA_HOME_OPERATIONS } from '../operations/area-homes.js';
import { QUESTION_CHARS_MAX, readQuestion } from './read-question.js';

const TODAY = new Date('2026-11-26T12:00:00Z');

/** A question, the parameters that it means, and the words that are not read. */
const QUESTIONS: readonly (readonly [question: string, query: string, unread?: string])[] = [
  [
    '3-bed under 600k in 78704, price cut this month',
    'beds_min=3&max_price=600000&price_cut_within_days=26&zip=78704',
  ],
  [
    '3 bedroom house in Austin, TX under $600,000',
    'beds_min=3&city=Austin&max_price=600000&property_type=single_family&state=TX',
  ],
  ['homes for sale in Austin with a pool', 'city=Austin&kind=listings', 'pool'],
  [
    'condos in new york, ny between 500k and 1.2m newest first',
    'city=new york&max_price=1200000&min_price=500000&property_type=condo&sort=newest&state=NY',
  ],
  [
    '2br apartment for rent in Chicago under $2,500/month',
    'beds_min=2&city=Chicago&kind=rentals&max_price=2500&property_type=apartment',
  ],
  ['new listings this week in Travis County, TX', 'county=Travis&new_within_days=7&state=TX'],
  [
    'townhomes 400-600k 78745',
    'max_price=600000&min_price=400000&property_type=townhouse&zip=78745',
  ],
  [
    '4+ beds 2.5+ baths over 2,000 sqft built after 1990 Denver CO',
    'baths_min=2.5&beds_min=4&city=Denver&sqft_min=2000&state=CO&year_built_min=1991',
  ],
  [
    'price reduced at least 5% in the last 14 days, 10025',
    'price_cut_min_percent=5&price_cut_within_days=14&zip=10025',
  ],
  ['condos and townhouses in Marfa Texas', 'city=Marfa&property_type=townhouse,condo&state=TX'],
  ['cheapest studio in Brooklyn', 'city=Brooklyn&sort=price_low', 'studio'],
  ['sold homes in 98103 last 90 days', 'kind=sold&sold_within_days=90&zip=98103'],
  [
    'at least three bedrooms, two baths, max 750k, near Round Rock TX',
    'baths_min=2&beds_min=3&city=Round Rock&max_price=750000&state=TX',
  ],
  [
    '$500k+ single family in San Luis Obispo, California',
    'city=San Luis Obispo&min_price=500000&property_type=single_family&state=CA',
  ],
  [
    'within 2 miles of 30.25,-97.75 under 700k',
    'lat=30.25&lng=-97.75&max_price=700000&radius_mi=2',
  ],
  [
    'rentals 1500-2000 sq ft in Portland, Oregon',
    'city=Portland&kind=rentals&sqft_max=2000&sqft_min=1500&state=OR',
  ],
  ['show me the biggest price drops in 78704', 'sort=price_cut&zip=78704'],
  ['between 3 and 4 bedrooms in Mesa, AZ', 'beds_min=3&city=Mesa&state=AZ', 'at most 4 bedrooms'],
  ['under 3 bedrooms in 78704', 'zip=78704', 'under 3 bedrooms'],
  [
    'House in West Virginia under 200k',
    'max_price=200000&property_type=single_family',
    'West Virginia',
  ],
  ['homes built before 1950 with more than 3 beds', 'beds_min=4&year_built_max=1949'],
  [
    'price cut of 10% or more this year in Boise, ID',
    'city=Boise&price_cut_min_percent=10&price_cut_within_days=330&state=ID',
  ],
  ['asdf', '', 'asdf'],
  ['', ''],
];

/** By somebody who read the rules and looked for what they get wrong. */
const HARD: typeof QUESTIONS = [
  ['homes in austin tx', 'city=austin&state=TX'],
  ['real estate Denver CO', 'city=Denver&state=CO'],
  ['homes Austin, TX', 'city=Austin&state=TX'],
  ['show me homes Denver CO', 'city=Denver&state=CO'],
  ['homes for sale near me', 'kind=listings'],
  ['homes in TX', '', 'TX'],
  ['move in ready homes in Austin', 'city=Austin'],
  ['King of Prussia, PA under 500k', 'city=King of Prussia&max_price=500000&state=PA'],
  ['homes in Austin.', 'city=Austin'],
  ['house with a pool, in Austin', 'city=Austin&property_type=single_family', 'pool'],
  ['condos in Austin, or Round Rock', 'city=Austin&property_type=condo', 'Round Rock'],
  ['big yard, in Boise, ID', 'city=Boise&state=ID', 'big yard'],
  ["don't want to pay more than 500k in 78704", 'max_price=500000&zip=78704'],
  ['nothing over 500k in 78704', 'max_price=500000&zip=78704'],
  ['no less than 300k 78704', 'min_price=300000&zip=78704'],
  ['no less than 2000 sqft 78704', 'sqft_min=2000&zip=78704'],
  ['fewer than 3 beds 78704', 'zip=78704', 'fewer than 3 bedrooms'],
  ['3 bedrooms max 78704', 'zip=78704', 'at most 3 bedrooms'],
  ['no condos in 78704', 'zip=78704', 'no condos'],
  ['homes 10 miles from 78704', 'zip=78704', '10'],
  ['homes in 78704 and 78745', 'zip=78704', '78745'],
  ['land $85000 78704', 'property_type=land&zip=78704', '$85000'],
  ['land over 5 acres in Marfa, TX', 'city=Marfa&property_type=land&state=TX', 'over 5 acres'],
  ['at least 2 car garage 78704', 'zip=78704', 'least 2 car garage'],
  ['less than 20 minutes from downtown Denver', '', 'less than 20 minutes downtown Denver'],
  ['under $300 per sqft in 78704', 'zip=78704', 'under $300 per sqft'],
  ['HOA under 300 in 78704', 'zip=78704', 'HOA under 300'],
  ['built 2010 or later in 78704', 'year_built_min=2010&zip=78704'],
  ['built 2010+ 78704', 'year_built_min=2010&zip=78704'],
  ['built 1990-2000 78704', 'year_built_max=2000&year_built_min=1990&zip=78704'],
  ['built between 2000 and 2010 78704', 'year_built_max=2010&year_built_min=2000&zip=78704'],
  ['price drop over 10% in 78704', 'price_cut_min_percent=10&price_cut_within_days=30&zip=78704'],
  ['homes in Sugar Land, TX', 'city=Sugar Land&state=TX'],
  ['homes in Mobile, AL under 300k', 'city=Mobile&max_price=300000&state=AL'],
  ['house with lots of light in 78704', 'property_type=single_family&zip=78704', 'lots light'],
  ['between $500,000 and $1 million in 78704', 'max_price=1000000&min_price=500000&zip=78704'],
  ['3 beds,2 baths 78704', 'baths_min=2&beds_min=3&zip=78704'],
  [
    'under 500k 3 beds 2 baths in St. Paul, MN',
    'baths_min=2&beds_min=3&city=St. Paul&max_price=500000&state=MN',
  ],
  [
    '2 bed 2 bath condo $400,000 Miami FL',
    'baths_min=2&beds_min=2&city=Miami&property_type=condo&state=FL',
    '$400 000',
  ],
  ['for rent in 10025 below 3000', 'kind=rentals&max_price=3000&zip=10025'],
  [
    '1-2 bedroom in Los Angeles County CA',
    'beds_min=1&county=Los Angeles&state=CA',
    'at most 2 bedrooms',
  ],
  ['in Reno, NV with 3 br', 'beds_min=3&city=Reno&state=NV'],
  ['near 90210', 'zip=90210'],
  ['homes sold in 78704 in the last 3 years', 'kind=sold&sold_within_days=1095&zip=78704'],
  ['Condos Denver CO from 300k', 'city=Denver&min_price=300000&state=CO'],
  ['Isle of Palms, SC', 'city=Isle of Palms&state=SC'],
  ['homes in new york', 'city=new york'],
  ['homes in 78704 to $600k', 'max_price=600000&zip=78704'],
  ['homes 78704 to 600k', 'max_price=600000&zip=78704'],
  ['homes in 78700 - $600k', 'zip=78700', '$600k'],
  ['in 78704 to 3 beds', 'beds_min=3&zip=78704'],
  ['homes in 78704 to 78745', 'zip=78704', '78745'],
  [
    'land 50000 to $100,000 in Marfa, TX',
    'city=Marfa&max_price=100000&min_price=50000&property_type=land&state=TX',
  ],
  ['in 300k to 400k range, 78704', 'max_price=400000&min_price=300000&zip=78704', 'range'],
  ['more than 2.5 baths in 78704', 'baths_min=3&zip=78704'],
  ['more than 2 baths in 78704', 'baths_min=2.5&zip=78704'],
  ['over three bedrooms in 78704', 'beds_min=4&zip=78704'],
  ['no price cut in 78704', 'zip=78704', 'no price cut'],
  ['without a price cut this month in 78704', 'zip=78704', 'without a price cut this month'],
  ['no recent price cuts, 3 beds, 78704', 'beds_min=3&zip=78704', 'no recent price cuts'],
  ["hasn't been reduced, 78704", 'zip=78704', "hasn't been reduced"],
  ['not newly listed in 78704', 'zip=78704', 'not newly listed'],
  ['homes not for rent in 78704', 'zip=78704', 'not for rent'],
  ['homes not in 78704', '', 'not 78704'],
  ['homes in 78745, not in 78704', 'zip=78745', 'not 78704'],
  ['not in 78704 but near 78745', 'zip=78745', 'not 78704 but'],
  ['homes outside of the ZIP 78704', '', 'outside 78704'],
  ['condos except in Austin, TX', 'property_type=condo', 'except Austin TX'],
  ['3 beds in Denver, not in Austin, TX', 'beds_min=3&city=Denver', 'not Austin TX'],
  ['homes not for rent in Austin, TX', 'city=Austin&state=TX', 'not for rent'],
  ['no more than 500k, 3 beds, 78704', 'beds_min=3&max_price=500000&zip=78704'],
  ['over 55 community in Mesa, AZ', 'city=Mesa&state=AZ', 'over 55 community'],
];

for (const [question, query, unread = ''] of [...QUESTIONS, ...HARD]) {
  test(`"${question}" is read`, () => {
    const read = readQuestion(question, TODAY);
    const names = Object.keys(read.query).sort();
    assert.equal(names.map((name) => `${name}=${read.query[name]}`).join('&'), query);
    assert.equal(read.unread.join(' '), unread);
  });
}

test('every parameter that is read is one of the operation, but those of sold homes', () => {
  const known = new Set(Object.keys(AREA_HOME_OPERATIONS[0].query));
  for (const [question] of QUESTIONS) {
    const { kind, ...query } = readQuestion(question, TODAY).query;
    for (const name of Object.keys(query)) {
      assert.ok(known.has(name) || (kind === 'sold' && name === 'sold_within_days'), name);
    }
  }
});

test('long and strange text is read up to the bound', () => {
  for (const text of [
    'a'.repeat(100_000),
    '1 '.repeat(10_000),
    'in '.repeat(5_000),
    'x, '.repeat(500),
  ]) {
    const { query, unread } = readQuestion(text, TODAY);
    assert.ok(unread.join('').length + Object.values(query).join('').length <= QUESTION_CHARS_MAX);
  }
});

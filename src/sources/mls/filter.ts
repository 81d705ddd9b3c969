/**
 * The `$filter` of a question: the rows of the kind, the area, and the filters with the same
 * meaning at the server. It consists of `eq`, `gt`, `ge`, `lt`, `le`, `and`, `or`, `startswith` and
 * `tolower`, which every server of the standard knows, and contains no list that grows.
 */
import { DAY_MS } from '#contract/durations.js';
import type { PropertyType } from '#contract/values.js';
import { edgesAsked } from '#domain/box.js';
import { isoDay } from '#domain/days.js';
import type { AreaAsk, Question } from '../driver.js';
import { priceRange } from '../driver.js';
import {
  LEASE_TYPES,
  LISTED_STATUSES,
  RENTAL_STATUSES,
  SALE_TYPES,
  SOLD_STATUSES,
  valuesOfType,
} from './codes.js';
import type { Feed } from './feed.js';
import type { FieldName, MlsKind } from './fields.js';
import { spellingsOf } from './place-names.js';

type Asked = Pick<Question, 'area' | 'filters' | 'subfilter' | 'nowMs'>;

/** A sold search without a period covers 90 days. */
const SOLD_DAYS_DEFAULT = 90;
/** Enough decimals to write half a microdegree exactly. */
const EDGE_DECIMALS = 7;
/** Areas are rounded to whole square feet here. */
const HALF = 0.5;

/** The condition for all pages of a question: that of its first page. */
export function filterOf(kind: MlsKind, asked: Asked, feed: Feed): string {
  return [
    ...(feed.filter === null ? [] : [`(${feed.filter})`]),
    ...rowsOfKind(kind, asked, feed),
    ...areaFilter(asked.area, feed),
    ...rowFilters(kind, asked, feed),
  ].join(' and ');
}

/** A text as a literal, with doubled quotes. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const any = (conditions: readonly string[]): string[] =>
  conditions.length < 2 ? [...conditions] : [`(${conditions.join(' or ')})`];

/** Values of the dictionary in the feed's spelling. */
const isOneOf = (field: FieldName, values: readonly string[], { spell }: Feed): string[] =>
  any(values.map((value) => `${field} eq ${quoted(spell(value))}`));

const STATUSES: Readonly<Record<MlsKind, readonly string[]>> = {
  listings: LISTED_STATUSES,
  rentals: RENTAL_STATUSES,
  sold: SOLD_STATUSES,
};

function rowsOfKind(kind: MlsKind, { filters, nowMs }: Asked, feed: Feed): string[] {
  const types = kind === 'rentals' ? LEASE_TYPES : SALE_TYPES;
  const days = filters.sold_within_days ?? SOLD_DAYS_DEFAULT;
  const since = isoDay(nowMs - days * DAY_MS);
  return [
    ...isOneOf('StandardStatus', STATUSES[kind], feed),
    ...isOneOf('PropertyType', types, feed),
    ...(kind === 'sold' ? [`CloseDate ge ${since}`] : []),
  ];
}

function areaFilter(area: AreaAsk, feed: Feed): string[] {
  switch (area.by) {
    case 'box': {
      const { west, south, east, north } = edgesAsked(area.box);
      const edge = (degrees: number) => degrees.toFixed(EDGE_DECIMALS);
      return [
        `Latitude ge ${edge(south)}`,
        `Latitude lt ${edge(north)}`,
        `Longitude ge ${edge(west)}`,
        `Longitude lt ${edge(east)}`,
        // A shrinking box would reveal an address that the seller hides.
        ...shownAddresses(feed),
      ];
    }
    case 'postal_code': {
      const zip = area.postal_code;
      return any([`PostalCode eq ${quoted(zip)}`, `startswith(PostalCode,${quoted(`${zip}-`)})`]);
    }
    case 'city':
      return [...cityFilter(area.names, feed), `StateOrProvince eq ${quoted(area.state)}`];
    case 'county': {
      const names = area.names.flatMap(withAndWithoutKind).map(feed.spell);
      const state = area.state === null ? [] : [`StateOrProvince eq ${quoted(area.state)}`];
      return [...any(names.map((name) => `CountyOrParish eq ${quoted(name)}`)), ...state];
    }
    case 'polygon':
    case 'circle':
    case 'state':
    case 'named_place':
    case 'everything':
      throw new TypeError(`this driver is not asked by ${area.by}`);
  }
}

/** Homes whose address may be shown; a flag without a value hides nothing. */
const shownAddresses = ({ has }: Feed): string[] =>
  has('InternetAddressDisplayYN')
    ? any(['InternetAddressDisplayYN eq true', 'InternetAddressDisplayYN eq null'])
    : [];

/** A city is a value of a list of the feed: compared without case if it is text. */
function cityFilter(names: readonly string[], { has, isText }: Feed): string[] {
  const fields = (['PostalCity', 'City'] as const).filter(has);
  const spellings = names.flatMap((name) => spellingsOf(name, isText));
  return any(
    fields.flatMap((field) =>
      spellings.map((name) => `${isText ? `tolower(${field})` : field} eq ${quoted(name)}`),
    ),
  );
}

/** "Travis County" is "Travis" in the dictionary's lists; some feeds write it in full. */
function withAndWithoutKind(name: string): string[] {
  const short = name.replace(/ (?:County|Parish|Borough|Census Area|Municipality|Municipio)$/, '');
  return short === name ? [name] : [short, name];
}

function rowFilters(kind: MlsKind, asked: Asked, feed: Feed): string[] {
  const { filters } = asked;
  return [
    // Rents may be weekly too: only the row shows the period.
    ...(kind === 'rentals' ? [] : priceFilter(kind, asked)),
    ...atLeast('BedroomsTotal', filters.beds_min ?? 0),
    ...areaOfHome(filters, feed),
    ...atLeast('YearBuilt', filters.year_built_min ?? 0),
    ...atMost('YearBuilt', filters.year_built_max ?? Infinity),
    ...typeFilter(filters.property_type ?? [], feed),
  ];
}

/** A minimum of 0 excludes nothing and would hide homes without a value, so it is not sent. */
const atLeast = (field: FieldName, value: number): string[] =>
  value > 0 ? [`${field} ge ${value}`] : [];
const atMost = (field: FieldName, value: number): string[] =>
  value < Infinity ? [`${field} le ${value}`] : [];

function priceFilter(kind: MlsKind, { filters, subfilter }: Asked): string[] {
  const field = kind === 'sold' ? 'ClosePrice' : 'ListPrice';
  const { min, max } = priceRange({ filters, subfilter });
  return [...atLeast(field, min), ...atMost(field, max ?? Infinity)];
}

/** An area in square metres is compared here: the server's filter lets it pass. */
function areaOfHome({ sqft_min, sqft_max }: Asked['filters'], { has, spell }: Feed): string[] {
  const metres = has('LivingAreaUnits')
    ? [`LivingAreaUnits eq ${quoted(spell('Square Meters'))}`]
    : [];
  return [
    ...atLeast('LivingArea', (sqft_min ?? 0) - HALF),
    ...atMost('LivingArea', (sqft_max ?? Infinity) + HALF),
  ].flatMap((bound) => any([bound, ...metres]));
}

function typeFilter(asked: readonly PropertyType[], feed: Feed): string[] {
  const wanted = asked.map(valuesOfType);
  const subTypes = wanted.flatMap((type) => type.subTypes);
  const types = wanted.flatMap((type) => type.types);
  return any([
    ...isOneOfEach('PropertySubType', subTypes, feed),
    ...isOneOfEach('PropertyType', types, feed),
  ]);
}

const isOneOfEach = (
  field: FieldName,
  values: readonly string[],
  { has, spell }: Feed,
): string[] => (has(field) ? values.map((value) => `${field} eq ${quoted(spell(value))}`) : []);

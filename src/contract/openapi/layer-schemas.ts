/** Schemas of layers in OpenAPI 3.0, which has `nullable` where 3.1 has types. */
import { type FlatType, flatColumns } from '../flat-rows.js';
import type { Json } from '../schema.js';

const objectOf = (properties: Json, optional: readonly string[] = []): Json => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
export const TEXT = { type: 'string' };
const INSTANT = { type: 'string', format: 'date-time' };
const COUNT = { type: 'integer', minimum: 0 };
/** A reference to a schema of the document. */
export const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const arrayOf = (items: Json, more: Json = {}): Json => ({ type: 'array', items, ...more });
const orNull = (schema: Json): Json => ({ ...schema, nullable: true });

const TYPES: Readonly<Record<Exclude<FlatType, readonly string[]>, Json>> = {
  string: TEXT,
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  date_time: INSTANT,
  units: { type: 'string', description: 'JSON text.' },
};

const typeOf = (type: FlatType): Json => (typeof type === 'string' ? TYPES[type] : TEXT);

const salesProperties = (): Json =>
  Object.fromEntries(
    flatColumns('records', 'sold')
      .filter(({ path }) => !path.startsWith('location.'))
      .map(({ path, type }) => [path, orNull(typeOf(type))]),
  );

const HOMES_PROPERTIES: Json = {
  source: TEXT,
  kind: TEXT,
  source_id: TEXT,
  source_url: TEXT,
  home_id: { type: 'string', format: 'uuid' },
  building_id: { type: 'string', format: 'uuid' },
  status: orNull(TEXT),
  'price.amount': orNull({ type: 'number' }),
  'rent_monthly.amount': orNull({ type: 'number' }),
  list_date: orNull(TYPES.date),
  beds: orNull({ type: 'number' }),
  baths: orNull({ type: 'number' }),
  living_area_sqft: orNull({ type: 'integer' }),
  property_type: orNull(TEXT),
  year_built: orNull({ type: 'integer' }),
  'address.line1': TEXT,
  'address.unit': orNull(TEXT),
  'address.city': TEXT,
  'address.state': TEXT,
  'address.zip': TEXT,
  first_seen: INSTANT,
  last_seen: INSTANT,
};

const POINT = objectOf({
  type: { type: 'string', enum: ['Point'] },
  coordinates: arrayOf({ type: 'number' }, { minItems: 2, maxItems: 2 }),
});

const featureOf = (properties: Json): Json =>
  objectOf(
    {
      type: { type: 'string', enum: ['Feature'] },
      id: TEXT,
      geometry: refTo('point'),
      properties,
      links: arrayOf(refTo('link')),
    },
    ['links'],
  );

const pageOf = (feature: string): Json =>
  objectOf(
    {
      type: { type: 'string', enum: ['FeatureCollection'] },
      timeStamp: INSTANT,
      numberMatched: COUNT,
      numberReturned: COUNT,
      links: arrayOf(refTo('link')),
      features: arrayOf(refTo(feature)),
    },
    ['numberMatched'],
  );

/** The schemas of the properties of a collection's features, by name. */
export const layerProperties = (id: string): Readonly<Record<string, { readonly type: string }>> =>
  (id === 'sales' ? salesProperties() : HOMES_PROPERTIES) as Readonly<
    Record<string, { readonly type: string }>
  >;

/** The answers of layers. */
export const LAYER_SCHEMAS: Json = {
  link: objectOf({ href: TEXT, rel: TEXT, type: TEXT, title: TEXT }, ['type', 'title']),
  landingPage: objectOf({ title: TEXT, description: TEXT, links: arrayOf(refTo('link')) }),
  conformance: objectOf({ conformsTo: arrayOf(TEXT) }),
  extent: objectOf(
    {
      spatial: objectOf({
        bbox: arrayOf(arrayOf({ type: 'number' }, { minItems: 4, maxItems: 4 }), { minItems: 1 }),
        crs: TEXT,
      }),
      temporal: objectOf({
        interval: arrayOf(arrayOf(orNull(INSTANT), { minItems: 2, maxItems: 2 }), { minItems: 1 }),
        trs: TEXT,
      }),
    },
    ['temporal'],
  ),
  collection: objectOf(
    {
      id: TEXT,
      title: TEXT,
      description: TEXT,
      attribution: TEXT,
      links: arrayOf(refTo('link')),
      extent: refTo('extent'),
      itemType: { type: 'string', enum: ['feature'] },
      crs: arrayOf(TEXT),
    },
    ['attribution', 'extent'],
  ),
  collections: objectOf({
    links: arrayOf(refTo('link')),
    collections: arrayOf(refTo('collection')),
  }),
  point: POINT,
  tileJson: objectOf(
    {
      tilejson: TEXT,
      name: TEXT,
      description: TEXT,
      tiles: arrayOf(TEXT),
      minzoom: COUNT,
      maxzoom: COUNT,
      bounds: arrayOf({ type: 'number' }, { minItems: 4, maxItems: 4 }),
      attribution: TEXT,
      vector_layers: arrayOf(
        objectOf({
          id: TEXT,
          description: TEXT,
          fields: { type: 'object', additionalProperties: TEXT },
        }),
      ),
    },
    ['bounds', 'attribution'],
  ),
  feature: featureOf({ type: 'object', additionalProperties: true }),
  features: pageOf('feature'),
  salesFeature: featureOf(objectOf(salesProperties())),
  salesFeatures: pageOf('salesFeature'),
  homesFeature: featureOf(objectOf(HOMES_PROPERTIES)),
  homesFeatures: pageOf('homesFeature'),
  error: objectOf({
    error: objectOf({ code: TEXT, message: TEXT, param: orNull(TEXT) }),
  }),
};

/** Query parameters of layers in OpenAPI 3.0. */
import {
  LAYER_FORMATS,
  LAYER_LIMIT_DEFAULT,
  LAYER_LIMIT_MAX,
  LAYER_TEXT_CHARS_MAX,
  type LayerFilter,
} from '../layers.js';
import { PARAMS } from '../params.js';
import type { Json } from '../schema.js';
import { TEXT } from './layer-schemas.js';

const query = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  description,
  required: false,
  schema,
  style: 'form',
  explode: false,
});

/** Every resource accepts it. */
export const FORMAT = query(
  'f',
  { type: 'string', enum: LAYER_FORMATS },
  'Format of the answer; every resource has one, so the value changes nothing.',
);
/** Parameters of the features of every collection. */
export const ITEM_PARAMETERS = {
  limit: query(
    'limit',
    { type: 'integer', minimum: 1, maximum: LAYER_LIMIT_MAX, default: LAYER_LIMIT_DEFAULT },
    'Features of the page.',
  ),
  bbox: query(
    'bbox',
    {
      type: 'array',
      oneOf: [
        { minItems: 4, maxItems: 4 },
        { minItems: 6, maxItems: 6 },
      ],
      items: { type: 'number' },
    },
    'west,south,east,north in degrees of WGS 84; with six numbers the heights are ignored. It must not cross the antimeridian.',
  ),
  datetime: query(
    'datetime',
    TEXT,
    'A date or date-time, or an interval of two, of which one may be open: 2024-01-01/.. . Compared with the sale date or the list date.',
  ),
  cursor: query('cursor', TEXT, 'Where the page begins: from the link `next` of the page before.'),
};

/** The parameter of a filter. */
export function filterParameter(filter: LayerFilter): Json {
  const { name } = filter;
  if (filter.by === 'bound') {
    const { type, min, max, description } = PARAMS[filter.name];
    const ofNumber = { type: type === 'integer' ? type : 'number', minimum: min, maximum: max };
    return query(name, ofNumber, `${description}.`);
  }
  const { type, values, description } = filter;
  const bounds = values === undefined ? { minLength: 1, maxLength: LAYER_TEXT_CHARS_MAX } : {};
  const schema = { type, ...(values && { enum: values }), ...(type === 'string' && bounds) };
  return query(name, schema, description);
}

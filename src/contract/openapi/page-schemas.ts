/** Errors, health and GeoJSON. */
import { ERRORS } from '../errors.js';
import { arrayOf, exactly, objectOf, oneOfTexts, orNull, refTo, type Schema } from '../schema.js';
import { errorBody } from './job-schemas.js';

export function pageSchemas(): Record<string, Schema> {
  return {
    ...errorSchemas(),
    Health: objectOf({ status: exactly('ok', 'The process answers.') }),
    Readiness: objectOf({
      status: oneOfTexts(['ready', 'not ready'], 'Whether the service is ready.'),
      why: arrayOf({ type: 'string' }, { description: 'Reasons; [] when ready.' }),
    }),
    FeatureCollection: objectOf({
      type: exactly('FeatureCollection', 'RFC 7946.'),
      features: arrayOf(
        objectOf({
          type: exactly('Feature', 'RFC 7946.'),
          geometry: orNull({ type: 'object', description: 'A Point, or null without a location.' }),
          properties: {
            type: 'object',
            description:
              'The fields of the row, named as the columns of rows.csv: `list_price.amount`, `address.zip`. Lists are JSON text; the location is the geometry.',
            additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
          },
        }),
        { description: 'One feature per row.' },
      ),
    }),
  };
}

/** The error envelope of every code, and for every HTTP status, of the codes that have it. */
function errorSchemas(): Record<string, Schema> {
  const schemas: Record<string, Schema> = {
    ErrorEnvelope: objectOf({ error: refTo('ErrorBody') }),
  };
  const statuses = new Set<number>(Object.values(ERRORS).map(({ http }) => http));
  // No GET is answered with it: it is in the response of every other API error.
  statuses.delete(ERRORS.method_not_allowed.http);
  for (const status of statuses) {
    const codes = Object.entries(ERRORS).flatMap(([code, { http }]) =>
      http === status ? [code] : [],
    );
    schemas[`Error${status}`] = objectOf(
      { error: errorBody(codes, 'The problem, and what to do next.') },
      { description: `The errors of HTTP ${status}.` },
    );
  }
  return schemas;
}

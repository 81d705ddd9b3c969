/**
 * The OpenAPI 3.1 document of the whole API, generated from the tables of the contract: routes,
 * parameters, fields, errors, limits. Pure: every call returns an equal object.
 */
import { BASE_PATH } from '../envelope.js';
import { OPERATION_SCHEMAS } from '../resources.js';
import { componentsOf, type Json } from '../schema.js';
import { introduction } from './description.js';
import { errorExamples, responseComponents } from './error-responses.js';
import { HEADER_COMPONENTS } from './headers.js';
import { jobSchemas } from './job-schemas.js';
import { lookupOperations, searchOperations } from './operations.js';
import { healthOperations, pageOperations } from './page-operations.js';
import { pageSchemas } from './page-schemas.js';
import { PARAMETER_COMPONENTS } from './parameters.js';
import { resourceOperations } from './resource-operations.js';
import { rowSchemas } from './row-schemas.js';

/** Version of the described interface. */
const INTERFACE_VERSION = '0.1.0';

interface OpenApiDocument extends Json {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<string, Json>>;
}

const TAGS = [
  { name: 'Search', description: 'Rows of an area, or of one home. Each call is a job.' },
  { name: 'Jobs', description: 'The jobs of searches, and their rows as files.' },
  { name: 'Homes', description: 'One home across all sources and over time.' },
  { name: 'Lookups', description: 'Many homes at once, by address.' },
  { name: 'Areas', description: 'What is known of an area, over all sources and over time.' },
  { name: 'Snapshots', description: 'Searches that stay as they were.' },
  { name: 'SQL', description: 'Statements over the stored rows.' },
  { name: 'Watches', description: 'Searches on a schedule, and their changes.' },
  { name: 'Webhooks', description: 'URLs that receive events.' },
  { name: 'Service', description: 'The account, the sources and the service itself.' },
];

/** The document as plain JSON. Servers are relative, so it is correct wherever it is served. */
export function openApiDocument(): OpenApiDocument {
  const below = {
    ...searchOperations(),
    ...lookupOperations(),
    ...resourceOperations(),
    ...pageOperations(),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rowhouse',
      version: INTERFACE_VERSION,
      summary: 'Every listing source, one typed row.',
      description: introduction(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server of this document.' }],
    tags: TAGS,
    security: [{ api_key: [] }],
    paths: {
      ...Object.fromEntries(
        Object.entries(below).map(([path, item]) => [`${BASE_PATH}${path}`, item]),
      ),
      ...healthOperations(),
    },
    components: {
      securitySchemes: {
        api_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `Authorization: Bearer <API_KEY>`.',
        },
      },
      parameters: PARAMETER_COMPONENTS,
      headers: HEADER_COMPONENTS,
      responses: responseComponents(),
      examples: errorExamples(),
      schemas: {
        ...jobSchemas(),
        ...rowSchemas(),
        ...componentsOf(OPERATION_SCHEMAS),
        ...pageSchemas(),
      },
    },
  };
}

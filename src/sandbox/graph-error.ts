/** Errors of the portals that speak GraphQL: they have status 200. */
import type { PortalAnswer } from './portal.js';

export interface GraphError {
  readonly code: string;
  readonly message: string;
}

export const badInput = (message: string): GraphError => ({ code: 'BAD_USER_INPUT', message });

export const failure = ({ code, message }: GraphError): PortalAnswer => ({
  status: 200,
  json: { errors: [{ message, extensions: { code } }], data: null },
});

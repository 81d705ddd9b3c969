/** Routes of operators' corrections of homes. */

import type { Operator } from '#service/accounts/audit-log.js';
import type { App } from '#service/app.js';
import { eraseHome, linkHomes, showLinks, unlinkHomes } from '#service/homes/corrections.js';
import { allowHome, keepOut, showKeptOut } from '#service/homes/exclusions.js';
import type { NamedHome } from '#service/homes/named-home.js';
import { objectOf } from './fields.js';
import { type AdminInput, type AdminRoute, get, post } from './route.js';

const home = ({ params }: AdminInput<'home_id'>): string => params.home_id.toLowerCase();

/** Actions on a home, named by its id, or by a source with its id there. */
const ofOne = (
  action: string,
  run: (app: App, one: NamedHome, by: Operator) => Promise<object>,
): readonly AdminRoute[] => [
  post(`/homes/${action}`, { body: objectOf(['source', 'source_id']) }, (app, { body, by }) =>
    run(app, body as { readonly source: string; readonly source_id: string }, by),
  ),
  post(`/homes/:home_id/${action}`, {}, (app, input) =>
    run(app, { home_id: home(input) }, input.by),
  ),
];

export const HOME_ROUTES: readonly AdminRoute[] = [
  get('/homes/links', {}, (app) => showLinks(app)),
  get('/homes/kept-out', {}, (app) => showKeptOut(app)),
  ...ofOne('erase', eraseHome),
  ...ofOne('keep-out', keepOut),
  ...ofOne('allow', allowHome),
  post('/homes/:home_id/link', { body: objectOf(['other_id', 'why']) }, (app, input) => {
    const body = input.body as { readonly other_id: string; readonly why: string };
    return linkHomes(app, { home_id: home(input), ...body }, input.by);
  }),
  post('/homes/:home_id/unlink', { body: objectOf(['other_id']) }, (app, input) => {
    const { other_id } = input.body as { readonly other_id: string };
    return unlinkHomes(app, { home_id: home(input), other_id }, input.by);
  }),
];

/** Routes of what operators correct of homes. */
import { eraseHome, linkHomes, showLinks, unlinkHomes } from '#service/homes/corrections.js';
import { objectOf } from './fields.js';
import type { AdminInput, AdminRoute } from './route.js';

const ofHome = { params: objectOf(['home_id']) };
const home = ({ params }: AdminInput): string => params.home_id ?? '';

export const HOME_ROUTES: readonly AdminRoute[] = [
  { method: 'GET', url: '/homes/links', run: (app) => showLinks(app) },
  {
    method: 'POST',
    url: '/homes/erase',
    body: objectOf(['source', 'source_id']),
    run: (app, { body, by }) =>
      eraseHome(app, body as { readonly source: string; readonly source_id: string }, by),
  },
  {
    method: 'POST',
    url: '/homes/:home_id/link',
    ...ofHome,
    body: objectOf(['other_id', 'why']),
    run: (app, input) => {
      const body = input.body as { readonly other_id: string; readonly why: string };
      return linkHomes(app, { home_id: home(input), ...body }, input.by);
    },
  },
  {
    method: 'POST',
    url: '/homes/:home_id/unlink',
    ...ofHome,
    body: objectOf(['other_id']),
    run: (app, input) => {
      const { other_id } = input.body as { readonly other_id: string };
      return unlinkHomes(app, { home_id: home(input), other_id }, input.by);
    },
  },
  {
    method: 'POST',
    url: '/homes/:home_id/erase',
    ...ofHome,
    run: (app, input) => eraseHome(app, { home_id: home(input) }, input.by),
  },
];

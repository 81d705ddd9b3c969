/** The free tools: the searchable sources, and the account. */
import type { SourceHealth } from '#contract/operations/service.js';
import { LOCATION_FORMS } from '#contract/params.js';
import { LOOKUP_ROUTES, SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { spendable } from '#contract/spendable.js';
import { showOwnAccount } from '#service/accounts/show.js';
import { showSources } from '#service/operations/show-sources.js';
import { LIST, membersFrom, OBJECT, WHOLE } from './answers.js';
import type { Tool, ToolCall } from './tool.js';

export const LIST_SOURCES: Tool = {
  name: 'list_sources',
  title: 'Sources and routes',
  description:
    'Every source with its state and every route with its places, filters and price. Free. Call it when a route rejects an argument or a source fails.',
  arguments: {},
  required: [],
  answer: { filters_of_all_routes: LIST, sources: LIST },
  run: async ({ app }) => ({ facts: await sourceFacts(app) }),
};

/** Every source with its state, and its routes. */
export async function sourceFacts(app: ToolCall['app']) {
  const { sources } = await showSources(app);
  const all = commonFilters();
  return {
    filters_of_all_routes: all,
    sources: sources.map((one) => ({
      source: one.source,
      state: healthText(one),
      ...(one.sandbox && { sandbox: 'synthetic homes' }),
      routes: one.routes.map(({ route, success_rate, last_success_at }) => ({
        route,
        ...routeFacts(route, all),
        ...(success_rate !== null && { success_rate }),
        ...(last_success_at !== null && { last_success_at }),
      })),
      ...lookupsOf(one.source),
    })),
  };
}

function healthText({ configured, circuit }: SourceHealth): string {
  if (!configured) return 'not configured: searches fail';
  if (circuit.state === 'closed') return 'ok';
  return `paused after failures until ${circuit.open_until ?? 'it recovers'}`;
}

const ROUTES: readonly SearchRoute[] = SEARCH_ROUTES;
/** Parameters that are not filters: those of a place, and the position in a chain of pages. */
const NO_FILTERS: ReadonlySet<string> = new Set([
  ...Object.values(LOCATION_FORMS).flat(),
  'cursor',
]);

const filtersOf = ({ params }: SearchRoute): readonly string[] =>
  params.filter((name) => !NO_FILTERS.has(name));

const commonFilters = (): readonly string[] =>
  filtersOf(SEARCH_ROUTES[0]).filter((name) =>
    ROUTES.every((one) => filtersOf(one).includes(name)),
  );

function routeFacts(id: string, common: readonly string[]) {
  const route = ROUTES.find((one) => one.id === id);
  if (route === undefined) return {};
  const more = filtersOf(route).filter((name) => !common.includes(name));
  return {
    kind: route.kind,
    places: route.forms.join(' '),
    bbox_sqmi_max: route.bbox_sqmi_max,
    ...(route.nyc_only && { only: 'New York City' }),
    ...(more.length > 0 && { filters: more.join(' ') }),
    ...(route.sorts.length > 0 && { sorts: route.sorts.join(' ') }),
    credits_per_page: route.price,
  };
}

const lookupsOf = (source: string) => {
  const lookups = LOOKUP_ROUTES.filter((route) => route.source === source);
  return lookups.length === 0 ? {} : { get_home: lookups.map(({ id }) => id).join(' ') };
};

export const ACCOUNT: Tool = {
  name: 'account',
  title: 'Credits and limits',
  description: 'Credits left, limits, and usage of today and this month. Free.',
  arguments: {},
  required: [],
  answer: {
    ...membersFrom('Account', 'status', 'plan', 'limits'),
    credits_available: WHOLE,
    reserved_by_pending_jobs: WHOLE,
    credits_used: OBJECT,
  },
  run: async ({ app, caller }) => {
    const account = await showOwnAccount(app, caller);
    const { status, balance, plan, limits, usage } = account;
    const today = new Date(app.clock.nowMs()).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const month = today.slice(0, 'YYYY-MM'.length);
    const creditsOf = (start: string) =>
      usage
        .filter(({ date }) => date.startsWith(start))
        .reduce((sum, { credits }) => sum + credits, 0);
    return {
      facts: {
        credits_available: spendable(account),
        reserved_by_pending_jobs: balance.reserved,
        plan: { credits_per_month: plan.credits_per_month, resets_at: plan.resets_at },
        credits_used: { today: creditsOf(today), this_month: creditsOf(month) },
        limits,
        status,
      },
    };
  },
};

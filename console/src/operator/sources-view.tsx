/** Sources and feeds: health, states, pauses, the pace that is used, and fill rates by day. */
import { MINUTE_S } from '#contract/durations.js';
import type { RouteHealth, SourceHealth, SourcesBody } from '#contract/operations/service.js';
import type { PaceBody, SourceStateBody, SourceStatesBody } from '#contract/operator.js';
import { RouteView } from '../pages/route-view.js';
import { ago, count, counted, moment, percent } from '../text/format.js';
import { feedLabel, readable, sourceLabel } from '../text/labels.js';
import { FillHistory } from './fill-history.js';
import { OldWhileFailing, PageHead, Title } from './freshness.js';
import { PauseControl } from './pause-control.js';
import { usePolled } from './query.js';

export function SourcesView() {
  const polled = usePolled(['sources'], async (call) => {
    const [{ sources }, { states }] = await Promise.all([
      call<SourcesBody>({ path: '/sources' }),
      call<SourceStatesBody>({ path: '/sources/states' }),
    ]);
    return { sources, states };
  });
  return (
    <>
      <PageHead title="Sources" polled={polled} />
      <OldWhileFailing polled={polled}>
        {polled.value?.sources.map((source) => (
          <SourceView
            key={source.source}
            source={source}
            states={polled.value?.states.filter((one) => one.source === source.source) ?? []}
          />
        ))}
      </OldWhileFailing>
    </>
  );
}

interface SourceProps {
  readonly source: SourceHealth;
  readonly states: readonly SourceStateBody[];
}

function SourceView({ source, states }: SourceProps) {
  const { source: name, routes, configured, sandbox } = source;
  const lost = routes.filter(hasLost).length;
  return (
    <section className="source" aria-labelledby={`source-${name}`}>
      <div className="source-head">
        <Title id={`source-${name}`}>{sourceLabel(name)}</Title>
        {!configured && <span className="badge">not configured</span>}
        {sandbox && <span className="badge">sandbox</span>}
        {lost > 0 && <span className="badge bad">fields lost</span>}
      </div>
      {states
        .filter(({ paused_at }) => configured || paused_at !== null)
        .map((state) => (
          <StateView key={state.feed ?? ''} state={state} />
        ))}
      {routes.map((route) => (
        <RouteView key={route.route} health={route} />
      ))}
      <FillHistory source={name} />
    </section>
  );
}

const hasLost = ({ lost_fields }: RouteHealth): boolean => Object.keys(lost_fields).length > 0;

interface StateProps {
  readonly state: SourceStateBody;
}

/** One source or feed: its state in words, its pace, and the button that pauses it. */
const StateView = ({ state }: StateProps) => (
  <div className="source-state">
    <p>
      <b>{nameOf(state)}</b> <span className={BADGES[state.state]}>{WORDS[state.state]}</span>{' '}
      <span className="hint">{stateText(state)}</span>
    </p>
    {state.state !== 'closed' && <p className="problem">{reasonOf(state)}</p>}
    {state.state === 'closed' && state.failures_in_a_row > 0 && state.last_error !== null && (
      <p className="problem">{failuresText(state.failures_in_a_row, state.last_error)}</p>
    )}
    {state.pace !== null && <PaceView pace={state.pace} name={nameOf(state)} />}
    <PauseControl state={state} />
  </div>
);

const BADGES = { closed: 'badge good', open: 'badge bad', paused: 'badge bad' } as const;
const WORDS = { closed: 'working', open: 'paused after failures', paused: 'paused' } as const;

const nameOf = ({ feed, source }: SourceStateBody): string => feedLabel(feed ?? source);

const stateText = ({ last_success_at: last }: SourceStateBody): string =>
  last === null ? 'Never collected.' : `Last collected ${ago(last, Date.now())}.`;

function reasonOf(state: SourceStateBody): string {
  const { paused_at, paused_reason, open_until, failures_in_a_row, last_error } = state;
  if (paused_at !== null)
    return `Paused by an operator since ${moment(paused_at)}: ${paused_reason ?? 'no reason given'}`;
  const next = open_until === null ? '' : `Tried again at ${moment(open_until)}. `;
  return `${next}${failuresText(failures_in_a_row, last_error)}`;
}

const failuresText = (failures: number, last: string | null): string =>
  `${counted(failures, 'failure')} in a row. Last: ${last === null ? 'unknown' : readable(last)}`;

/** How much of the configured rate was used in the last minute. */
function PaceView({ pace, name }: { readonly pace: PaceBody; readonly name: string }) {
  const { rate_per_s, last_minute, last_hour } = pace;
  const used = Math.min(1, last_minute / (rate_per_s * MINUTE_S));
  return (
    <p className="pace">
      <meter min={0} max={1} value={used} aria-label={`Used pace of ${name}`} />
      <span className="hint">
        {counted(last_minute, 'request')} in the last minute, {count(last_hour)} in the last hour.
        Allowed: {count(rate_per_s)} a second, of which {percent(used)} was used in the last minute.
      </span>
    </p>
  );
}

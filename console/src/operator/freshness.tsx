/**
 * How old the figures of a page are, a button that loads them again, and what is said when they are
 * old.
 */
import { createContext, type ReactNode, useContext } from 'react';
import { routeName } from '../text/labels.js';
import { type AdminError, NO_ANSWER } from './call-admin.js';
import { type Polled, REFRESH_S } from './query.js';

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
/** 08:12:05, in the browser's time zone. */
export const clockTime = (ms: number): string => CLOCK.format(ms);

interface Props {
  readonly title: string;
  readonly polled: Polled<unknown>;
}

/** The head of a page. */
export function PageHead({ title, polled }: Props) {
  const { atMs, busy, refresh } = polled;
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <button type="button" onClick={refresh} aria-busy={busy}>
          Refresh
        </button>
      </div>
      <p className="hint freshness">
        {atMs === null ? 'Loading…' : `As of ${clockTime(atMs)}.`} Loaded again every {REFRESH_S}{' '}
        seconds while this page is visible.
      </p>
      <Failing polled={polled} />
    </>
  );
}

/**
 * Says that a service does not answer, since when, and how old the figures are. Nothing while it
 * does.
 */
export function Failing({ polled }: Pick<Props, 'polled'>) {
  const { failing, atMs } = polled;
  if (failing === null) return null;
  const since = clockTime(failing.sinceMs);
  return (
    <AdminProblem
      error={failing.error}
      more={
        atMs === null
          ? `No data yet. The first call failed at ${since}.`
          : `Calls have failed since ${since}. The figures below are old, from ${clockTime(atMs)}.`
      }
    />
  );
}

/** An error in words. */
export const AdminProblem = ({ error, more }: { error: AdminError; more?: string }) => (
  <section className="error-box" role="alert">
    <h2>{error.status === NO_ANSWER ? 'No answer' : 'Rejected'}</h2>
    <p>{error.message}</p>
    {more !== undefined && <p>{more}</p>}
    {error.status !== NO_ANSWER && <p className="code-line">HTTP {error.status}</p>}
  </section>
);

const Old = createContext(false);

/** Marks every title in it as old while the figures cannot be loaded. */
export const OldWhileFailing = ({
  polled: { failing },
  children,
}: {
  readonly polled: Polled<unknown>;
  readonly children: ReactNode;
}) => (
  <Old value={failing !== null}>
    <div className={failing === null ? 'figures-of-now' : 'figures-of-now old'}>{children}</div>
  </Old>
);

/** A heading of figures, marked where they are old. */
export function Title({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  const isOld = useContext(Old);
  return (
    <h2 id={id}>
      {children}
      {isOld && <span className="badge bad">old</span>}
    </h2>
  );
}

/** In a cell of a table. */
export const AccountLink = ({ account_id: id }: { readonly account_id: string }) => (
  <a className="id" href={`#/accounts/${id}`}>
    {id}
  </a>
);

/** In a cell of a table: "Portal A · For sale", with the id of the route as a tooltip. */
export const RouteName = ({ route }: { readonly route: string }) => (
  <span title={route}>{routeName(route)}</span>
);

/** "zip=78704 beds_min=3", in one short line. */
export function pairsText(values: object, charsMax: number): string {
  const text = Object.entries(values)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return text.length > charsMax ? `${text.slice(0, charsMax)}…` : text;
}

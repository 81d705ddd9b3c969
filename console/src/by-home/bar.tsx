/**
 * Above a table that is grouped by home: on how many homes other sources have something, and where
 * they disagree.
 */
import type { Row } from '#contract/rows.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import { ErrorBox } from '../shell/error-box.js';
import { count, counted } from '../text/format.js';
import { isDisputed, isElsewhere } from './lines.js';
import { type ByHome, HOMES_MAX } from './use-by-home.js';

interface Props {
  readonly byHome: ByHome;
  /** Those that pass the filters. */
  readonly rows: readonly Row[];
}

export function ByHomeBar({ byHome, rows }: Props) {
  const { isAsked, homes, done, asked, leftOut, error, retry, disputedOnly, onDisputedOnly } =
    byHome;
  if (!isAsked) return null;
  if (error !== null) return <ErrorBox error={error} onRetry={retry} />;
  if (homes === null) {
    return (
      <div className="by-home-bar">
        <span role="status">{`Looking up homes on other sources: ${count(done)} of ${count(asked)}…`}</span>
      </div>
    );
  }
  const elsewhere = homesOf(rows, (row) => isElsewhere(row, homes));
  const disputed = homesOf(rows, (row) => isDisputed(row, homes));
  return (
    <div className="by-home-bar">
      <span role="status">
        {saidOf(
          homesOf(rows, () => true),
          elsewhere,
          disputed,
          leftOut,
        )}
      </span>
      {(disputed > 0 || disputedOnly) && (
        <button
          type="button"
          className="quiet"
          aria-pressed={disputedOnly}
          onClick={() => onDisputedOnly(!disputedOnly)}
        >
          {disputedOnly ? 'Show all homes' : 'Show only where they disagree'}
        </button>
      )}
    </div>
  );
}

/** How many homes have a row of which it is true. */
const homesOf = (rows: readonly Row[], isTrue: (row: Row) => boolean): number =>
  new Set(rows.filter(isTrue).flatMap((row) => homeIdOf(row) ?? [])).size;

function saidOf(all: number, elsewhere: number, disputed: number, leftOut: number): string {
  const where = `${count(elsewhere)} of ${counted(all, 'home')} also seen on other sources`;
  const differ = disputed === 0 ? 'no disagreement' : `sources disagree on ${count(disputed)}`;
  const rest = leftOut === 0 ? '' : ` The first ${count(HOMES_MAX)} homes were looked up.`;
  return `${where}, in searches of this service so far; ${differ}.${rest}`;
}

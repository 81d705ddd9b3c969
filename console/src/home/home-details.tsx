/**
 * What is shown of one home, in its panel and on the page of lookups: actions, fields by group,
 * history.
 */
import { useEffect } from 'react';
import type { Row } from '#contract/rows.js';
import {
  type Column,
  isSaid,
  rowKey,
  STREET_FIELD,
  shownValue,
  textOf,
  valueOf,
} from '../results/fields.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import type { Reasons } from '../results/reasons.js';
import { Icon } from '../shell/icons.js';
import { sourceLabel } from '../text/labels.js';
import { AbsentFacts } from './absent-facts.js';
import { groupsOf } from './groups.js';
import { HomeHistory } from './history.js';
import { setMark, useMarksOf } from './marks.js';
import { PageLink } from './page-link.js';
import { PRICE_CHANGE, priceChangeText, SAID_BY_PRICE_CHANGE } from './price-change.js';
import { SourcesSection, ToSources } from './sources-section.js';
import { neverApplies } from './why-absent.js';

/** "4455 W Lanternhill St # 2". */
export const streetText = (row: Row): string =>
  (shownValue(row, STREET_FIELD) as string | null) ?? 'A home without a street';

/** "Austin, TX 78704". */
export function placeText({ address: { city, state, zip } }: Row): string {
  return [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ');
}

/** Remembers that the home was looked at. */
export function useViewed(row: Row): void {
  const key = rowKey(row);
  useEffect(() => setMark(key, 'viewed', true), [key]);
}

interface ActionsProps {
  readonly row: Row;
  /** Where there is a map. */
  onShowOnMap?(row: Row): void;
}

export function HomeActions({ row, onShowOnMap }: ActionsProps) {
  const key = rowKey(row);
  const homeId = homeIdOf(row);
  const marks = useMarksOf(key).split(' ');
  const [starred, hidden] = [marks.includes('starred'), marks.includes('hidden')];
  return (
    <div className="actions">
      <button
        type="button"
        aria-pressed={starred}
        onClick={() => setMark(key, 'starred', !starred)}
      >
        <Icon name="star" /> Star
      </button>
      <button type="button" aria-pressed={hidden} onClick={() => setMark(key, 'hidden', !hidden)}>
        <Icon name="hide" /> Hide
      </button>
      {homeId !== null && <a href={`#/homes/${homeId}`}>Page of this home</a>}
      <ToSources />
      {row.location !== null && onShowOnMap !== undefined && (
        <button type="button" onClick={() => onShowOnMap(row)}>
          <Icon name="view" /> Show on the map
        </button>
      )}
      {row.source_url !== null && row.source_url !== '' && (
        <PageLink url={row.source_url}>{sourceLabel(row.source)}</PageLink>
      )}
    </div>
  );
}

interface FieldsProps {
  readonly row: Row;
  readonly columns: readonly Column[];
  /** Of the page that the home came with. */
  readonly reasons: Reasons;
}

/** The facts by group, those that are missing, the history, and the home on other sources. */
export function HomeFields({ row, columns, reasons }: FieldsProps) {
  const facts = columns.filter(
    (column) => isSaid(row, column) && !SAID_BY_PRICE_CHANGE.includes(column.name),
  );
  const isKnown = ({ name }: Column) => valueOf(row, name) !== null;
  const absent = facts.filter((one) => !isKnown(one) && !neverApplies(reasons.get(one.name)));
  return (
    <>
      {groupsOf(facts.filter(isKnown)).map(({ title, columns: fields }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {fields.map((column) => (
              <Fact key={column.name} {...{ row, column }} />
            ))}
          </dl>
        </section>
      ))}
      <AbsentFacts columns={absent} {...{ row, reasons }} />
      <section>
        <h3>History in your watches</h3>
        <HomeHistory {...{ row, columns }} />
      </section>
      <SourcesSection {...{ row, reasons }} />
    </>
  );
}

interface FactProps {
  readonly row: Row;
  readonly column: Column;
}

const Fact = ({ row, column: { name, title, type, meaning } }: FactProps) => (
  <div>
    <dt title={meaning}>{title}</dt>
    <dd>
      {name === 'source_url' ? (
        <PageLink url={row.source_url}>Open the page</PageLink>
      ) : (
        (name === PRICE_CHANGE && priceChangeText(row, new Date())) ||
        textOf(valueOf(row, name), type, name)
      )}
    </dd>
  </div>
);

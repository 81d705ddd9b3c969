/**
 * What is shown of one home, in its panel and on the page of lookups: actions, fields by group,
 * history.
 */
import { useEffect } from 'react';
import type { Row } from '#contract/rows.js';
import { type Column, rowKey, textOf, valueOf } from '../results/fields.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import type { Reasons } from '../results/reasons.js';
import { Icon } from '../shell/icons.js';
import { sourceLabel } from '../text/labels.js';
import { groupsOf } from './groups.js';
import { HomeHistory } from './history.js';
import { setMark, useMarksOf } from './marks.js';
import { PageLink } from './page-link.js';
import { PRICE_CHANGE, priceChangeText, SAID_BY_PRICE_CHANGE } from './price-change.js';
import { SourcesSection, ToSources } from './sources-section.js';

/** "4455 W Lanternhill St Apt 2". */
export const streetText = ({ address: { line1, unit } }: Row): string =>
  [line1, unit].filter(Boolean).join(' ') || 'A home without a street';

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
      <ToSources />
      {homeId !== null && <a href={`#/homes/${homeId}`}>Page of this home</a>}
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

/** Every field by group, the history, and the home on other sources. */
export const HomeFields = ({ row, columns, reasons }: FieldsProps) => (
  <>
    {groupsOf(columns).map(({ title, columns: fields }) => (
      <section key={title}>
        <h3>{title}</h3>
        <dl>
          {fields
            .filter(({ name }) => !SAID_BY_PRICE_CHANGE.includes(name))
            .map((column) => (
              <Field key={column.name} {...{ row, column, reasons }} />
            ))}
        </dl>
      </section>
    ))}
    <section>
      <h3>History in your watches</h3>
      <HomeHistory {...{ row, columns }} />
    </section>
    <SourcesSection {...{ row, reasons }} />
  </>
);

interface FieldProps extends Pick<FieldsProps, 'row' | 'reasons'> {
  readonly column: Column;
}

function Field({ row, column: { name, title, type, meaning }, reasons }: FieldProps) {
  const value = valueOf(row, name);
  const why = reasons.get(name);
  return (
    <div>
      <dt title={meaning}>{title}</dt>
      {value === null ? (
        <dd className="absent">
          {why === undefined
            ? 'empty, without a reason'
            : why.map(({ reason, meaning: words, detail }) => (
                <span key={`${reason} ${detail ?? ''}`} title={detail ?? words}>
                  {reason}
                </span>
              ))}
        </dd>
      ) : (
        <dd>
          {(name === PRICE_CHANGE && priceChangeText(row, new Date())) || textOf(value, type, name)}
        </dd>
      )}
    </div>
  );
}

/** One home to read: every field by group, the reason of each empty one, and its history. */
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { type Column, priceOf, rowKey, textOf, valueOf } from '../results/fields.js';
import { type Reasons, reasonsOf } from '../results/reasons.js';
import type { Selection } from '../results/selection.js';
import type { LoadedPage } from '../service/load-page.js';
import { Icon } from '../shell/icons.js';
import { dollars } from '../text/format.js';
import { sourceLabel } from '../text/labels.js';
import { groupsOf } from './groups.js';
import { HomeHistory } from './history.js';
import { setMark, useMarksOf } from './marks.js';

interface Props {
  readonly pages: readonly LoadedPage[];
  readonly route: SearchRoute;
  readonly columns: readonly Column[];
  readonly apiKey: string | null;
  readonly selection: Selection;
  onShowOnMap(row: Row): void;
}

/** The panel of the home that was opened; nothing while none is. */
export function HomePanel({ pages, selection, ...others }: Props) {
  const opened = useSyncExternalStore(selection.subscribe, () => selection.get().opened);
  const found = useMemo(() => homeOf(pages, opened), [pages, opened]);
  if (found === null) return null;
  const close = () => selection.set({ opened: null });
  return <Home key={opened} {...found} {...others} onClose={close} />;
}

function homeOf(pages: readonly LoadedPage[], key: string | null) {
  for (const { result } of key === null ? [] : pages) {
    const row = result.data.find((each) => rowKey(each) === key);
    if (row !== undefined) return { row, reasons: reasonsOf(result.field_notes) };
  }
  return null;
}

interface HomeProps extends Omit<Props, 'pages' | 'selection'> {
  readonly row: Row;
  /** Of the page that the home came with. */
  readonly reasons: Reasons;
  onClose(): void;
}

function Home({ row, reasons, route, columns, apiKey, onShowOnMap, onClose }: HomeProps) {
  const panel = useRef<HTMLElement>(null);
  useFocusWithin(panel, onClose);
  const key = rowKey(row);
  useEffect(() => setMark(key, 'viewed', true), [key]);
  const price = priceOf(row, route.kind);
  const { line1, unit, city, state, zip } = row.address;
  const place = [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ');
  return (
    <aside className="home-panel" aria-labelledby="home-title" ref={panel} tabIndex={-1}>
      <header>
        <h2 id="home-title">
          {[line1, unit].filter(Boolean).join(' ') || 'A home without a street'}
        </h2>
        <button type="button" className="quiet" aria-label="Close this home" onClick={onClose}>
          <Icon name="close" />
        </button>
        <p>
          {place}
          {price !== null && <b>{dollars(price)}</b>}
        </p>
      </header>
      <Actions row={row} onShowOnMap={onShowOnMap} />
      {groupsOf(columns).map(({ title, columns: fields }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {fields.map((column) => (
              <Field key={column.name} {...{ row, column, reasons }} />
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3>History</h3>
        {apiKey !== null && <HomeHistory {...{ row, columns, apiKey }} />}
      </section>
    </aside>
  );
}

function Actions({ row, onShowOnMap }: Pick<HomeProps, 'row' | 'onShowOnMap'>) {
  const key = rowKey(row);
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
      {row.location !== null && (
        <button type="button" onClick={() => onShowOnMap(row)}>
          <Icon name="view" /> Show on the map
        </button>
      )}
      {row.source_url !== null && row.source_url !== '' && (
        <a href={row.source_url} target="_blank" rel="noreferrer noopener">
          {sourceLabel(row.source)} <Icon name="external" />
        </a>
      )}
    </div>
  );
}

interface FieldProps {
  readonly row: Row;
  readonly column: Column;
  readonly reasons: Reasons;
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
        <dd>{textOf(value, type, name)}</dd>
      )}
    </div>
  );
}

/** Moves the focus to the panel, closes it on Escape, and gives the focus back. */
function useFocusWithin(panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close();
    };
    addEventListener('keydown', escape);
    return () => {
      removeEventListener('keydown', escape);
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [panel]);
}

/**
 * One home to read: where it is, its price and what changed, then the facts by group and those that
 * are missing.
 */
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
import { type Column, rowKey } from '../results/fields.js';
import { homeIdOf } from '../results/homes-of-rows.js';
import { type Reasons, reasonsOf } from '../results/reasons.js';
import type { Selection } from '../results/selection.js';
import type { LoadedPage } from '../service/load-page.js';
import { Icon } from '../shell/icons.js';
import { loadPart } from '../shell/load-part.js';
import { PlaceMap } from '../story/place-map.js';
import { factsLine, priceLine, stateLine } from './headline.js';
import { HomeActions, HomeFields, placeText, streetText, useViewed } from './home-details.js';
import { priceChangeText } from './price-change.js';

const HomeChanges = loadPart({
  what: 'This part',
  load: async () => (await import('../story/changes.js')).HomeChanges,
  waiting: <p className="hint">Loading…</p>,
});

interface Props {
  readonly pages: readonly LoadedPage[];
  readonly route: SearchRoute;
  readonly columns: readonly Column[];
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

function Home({ row, reasons, route, columns, onShowOnMap, onClose }: HomeProps) {
  const panel = useRef<HTMLElement>(null);
  useFocusWithin(panel, onClose);
  useViewed(row);
  const homeId = homeIdOf(row);
  return (
    <aside className="home-panel home-view" aria-labelledby="home-title" ref={panel} tabIndex={-1}>
      <header>
        <h2 id="home-title">{streetText(row)}</h2>
        <button type="button" className="quiet" aria-label="Close this home" onClick={onClose}>
          <Icon name="close" />
        </button>
        <p>{placeText(row)}</p>
      </header>
      {row.location !== null && (
        <div className="home-place">
          <PlaceMap homeKey={rowKey(row)} location={row.location} />
        </div>
      )}
      <Headline {...{ row, route }} />
      <HomeActions row={row} onShowOnMap={onShowOnMap} />
      {homeId !== null && (
        <section>
          <h3>What happened</h3>
          <HomeChanges homeId={homeId} />
        </section>
      )}
      <HomeFields {...{ row, columns, reasons }} />
    </aside>
  );
}

/** Price, size and state, and how the price has changed, a line each. */
function Headline({ row, route: { kind } }: Pick<HomeProps, 'row' | 'route'>) {
  const change = priceChangeText(row, new Date());
  const [facts, state] = [factsLine(row), stateLine(row)];
  return (
    <div className="home-headline">
      <p className="home-amount">{priceLine(row, kind)}</p>
      {change !== null && <p>{`Price ${change}`}</p>}
      {facts !== '' && <p>{facts}</p>}
      {state !== '' && <p className="hint">{state}</p>}
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

/** The homes of an answer, a line each: price, what it is, where, and who shows it. */
import type { HomeLine } from '#client/index.js';
import { PageLink } from '../home/page-link.js';
import { factsText } from '../home/summary.js';
import { type Selection, useHighlight } from '../results/selection.js';
import { day } from '../story/words.js';
import { listed, money, streetOf } from '../text/format.js';
import { fieldTitle, sourceLabel } from '../text/labels.js';

interface Props {
  readonly homes: readonly HomeLine[];
  readonly selection: Selection;
}

export const HomeLines = ({ homes, selection }: Props) => (
  <ul className="home-lines">
    {homes.map((home) => (
      <Line key={home.home_id} {...{ home, selection }} />
    ))}
  </ul>
);

function Line({ home, selection }: { readonly home: HomeLine; readonly selection: Selection }) {
  const { home_id, price_cut: cut, sold_before: sold, disagreements } = home;
  const differ = home.lowest_price?.amount !== home.highest_price?.amount;
  const marked = useHighlight(selection, home_id);
  const hover = (hovered: string | null) => selection.set({ hovered, by: 'table' });
  return (
    <li
      className={marked}
      data-home={home_id}
      onPointerEnter={() => hover(home_id)}
      onPointerLeave={() => hover(null)}
    >
      <div className="line-price">
        <b>{priceText(home)}</b>
        {cut !== null && (
          <span className="cut" title={`On ${sourceLabel(cut.source)}, seen ${day(cut.seen_at)}`}>
            {`−${cut.percent}% from ${money(cut.from)}, ${day(cut.seen_at)}`}
          </span>
        )}
      </div>
      <div className="line-home">
        <a href={`#/homes/${home_id}`}>{addressText(home)}</a>
        <span className="hint">{factsText(home)}</span>
      </div>
      <div className="line-offers">
        <span>
          {home.offers.map((offer, nth) => (
            <span key={`${offer.source} ${offer.source_id}`}>
              {nth > 0 && ' · '}
              <PageLink url={offer.source_url}>{sourceLabel(offer.source)}</PageLink>
              {differ && offer.price !== null && ` ${money(offer.price)}`}
            </span>
          ))}
        </span>
        <span className="hint">
          {disagreements.length > 0 &&
            `Sources differ on ${listed(disagreements.map(({ field }) => fieldTitle(field).toLowerCase()))}. `}
          {sold !== null &&
            `Sold ${day(sold.date)}${sold.price === null ? ', price not public' : ` for ${money(sold.price)}`}.`}
        </span>
      </div>
    </li>
  );
}

/** "$585,000", "$585,000 to $599,000", "no price". */
export function priceText({
  lowest_price: low,
  highest_price: high,
}: Pick<HomeLine, 'lowest_price' | 'highest_price'>): string {
  if (low === null || high === null) return 'no price';
  return low.amount === high.amount ? money(low) : `${money(low)} to ${money(high)}`;
}

/** "910 Mary St APT 2, Austin, TX 78704". */
export const addressText = ({ address }: Pick<HomeLine, 'address'>): string => {
  const { city, state, zip } = address;
  return [streetOf(address), city, `${state} ${zip}`].filter(Boolean).join(', ');
};

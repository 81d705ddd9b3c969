/**
 * What a search for sales was answered with. Homes on the market alone mean that there was no sale, or that the source
 * passed over that sales were asked for.
 */
import type { ParsedPage } from '../checks/parsed-page.js';

/** Homes on the market that a proof is asked for; a few may be all there is. */
const ON_MARKET_MIN = 5;

/** The rows of some pages, by what they are of. */
export class SalesSeen {
  #sales = 0;
  #onMarket = 0;

  add({ rows }: ParsedPage['page']): void {
    for (const read of rows) {
      if ('row' in read) this.#sales += 1;
      else if (read.dropped === 'on_market') this.#onMarket += 1;
    }
  }

  /** Homes on the market, where they are many and no sale is among them; else 0. */
  get doubtful(): number {
    return this.#sales === 0 && this.#onMarket >= ON_MARKET_MIN ? this.#onMarket : 0;
  }
}

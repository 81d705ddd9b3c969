/** Which feeds a collection asks: its failure is that of the feed asked last, its success that of those that answered. */
import type { SourceName } from '#contract/sources.js';
import type { Driver, Question } from '#sources/driver.js';
import type { SourceClient } from './source-client.js';

export class AskedFeeds {
  /** The client that the collection reads with. */
  readonly client: SourceClient;
  /** Feeds that answered at least once; a source with one address is its own feed. */
  readonly answered = new Set<string>();
  /** Feeds are read one after the other, so what fails is the last of them; null before the first question. */
  last: string | null = null;

  constructor(client: SourceClient) {
    this.client = {
      ...client,
      read: async (source, driver, question, options) => {
        const feed = feedOf(source, driver, question);
        this.last = feed;
        const read = await client.read(source, driver, question, options);
        this.answered.add(feed);
        return read;
      },
    };
  }
}

const feedOf = (source: SourceName, driver: Driver, question: Question): string =>
  (driver.over === 'http' ? driver.walk?.feedOf(question) : undefined) ?? source;

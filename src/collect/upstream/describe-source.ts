/**
 * Self-descriptions of sources: requested once, cached for a day, and shared by all who wait. If a
 * source does not describe itself now, it is used without, and the description is requested again
 * later.
 */
import type { Clock } from '#base/clock.js';
import {
  type HttpDriver,
  NO_PROFILE,
  SourceError,
  type SourceProfile,
  type UpstreamRequest,
} from '#sources/driver.js';
import type { Upstream } from './upstream.js';

const KEPT_MS = 86_400_000;
const RETRY_MS = 600_000;

type Described = NonNullable<HttpDriver['description']>;

interface Kept {
  readonly described: Promise<unknown>;
  untilMs: number;
}

/** Sends the request of a description and returns what `read` makes of the answer. */
export type AskDescription = <T>(request: UpstreamRequest, read: (body: string) => T) => Promise<T>;

export class Descriptions {
  readonly #clock: Pick<Clock, 'nowMs'>;
  /** By upstream, and by what is described of it: kinds of rows may have one each. */
  readonly #kept = new WeakMap<Upstream, WeakMap<Described, Kept>>();

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  /** The source's profile; `ask` is called when no description is cached. Throws SourceError. */
  async profileOf(
    upstream: Upstream,
    { description }: Pick<HttpDriver, 'description'>,
    ask: AskDescription,
  ): Promise<SourceProfile> {
    const { options = NO_PROFILE.options } = upstream.address;
    if (description === undefined) return { options, described: null };
    const known = this.#kept.get(upstream)?.get(description);
    const isKept = known !== undefined && known.untilMs > this.#clock.nowMs();
    const asked = () =>
      ask(description.request(options), (body) => description.read(body, options));
    const { described } = isKept ? known : this.#ask(upstream, description, asked);
    return { options, described: await described };
  }

  #ask(upstream: Upstream, description: Described, ask: () => Promise<unknown>): Kept {
    const kept: Kept = {
      described: ask().catch((error: unknown) => {
        kept.untilMs = 0;
        // A source that is down or busy would not answer the actual request either.
        if (!(error instanceof SourceError) || isPassing(error)) throw error;
        kept.untilMs = this.#clock.nowMs() + RETRY_MS;
        return null;
      }),
      untilMs: this.#clock.nowMs() + KEPT_MS,
    };
    const ofUpstream = this.#kept.get(upstream) ?? new WeakMap<Described, Kept>();
    this.#kept.set(upstream, ofUpstream.set(description, kept));
    return kept;
  }
}

const isPassing = ({ kind }: SourceError): boolean => kind === 'down' || kind === 'busy';

import { callJob } from './call-service.js';

/** Callers that call one after the other until they are stopped. */
export class Calls {
  answered = 0;
  #tookMs: number[] = [];
  #ended = false;
  readonly #all: Promise<unknown>;

  constructor(url: string, path: string, key: string, callers: number) {
    const one = async () => {
      while (!this.#ended) {
        const began = performance.now();
        const answer = await callJob(url, path, key);
        if (answer?.status !== 'complete')
          throw new Error('a call was not answered from the cache');
        this.#tookMs.push(performance.now() - began);
        this.answered += 1;
      }
    };
    this.#all = Promise.all(Array.from({ length: callers }, one));
  }

  async during(work: () => Promise<unknown>): Promise<{ tookMs: number[]; seconds: number }> {
    this.#tookMs = [];
    const began = performance.now();
    await work();
    return { tookMs: this.#tookMs, seconds: (performance.now() - began) / 1000 };
  }

  async stop(): Promise<void> {
    this.#ended = true;
    await this.#all;
  }
}

/** An import while it is loaded: that it lives, and how far it is, stored where every node sees it. */
import type { ImportProgress } from '#contract/import-report.js';
import { touchImport } from '#store/imports.js';
import { type App, now } from '../app.js';

const TOUCH_EVERY_MS = 30_000;
/** A day: what hangs longer than that is dead. */
const TOUCHES_MAX = 2_880;

export class LoadingImport {
  readonly #app: App;
  readonly #importId: number;
  #records = 0;
  #bytesRead = 0;
  #step: ImportProgress['step'] = 'reading';
  readonly #bytes: number;

  constructor(app: App, importId: number, bytes: number) {
    this.#app = app;
    this.#importId = importId;
    this.#bytes = bytes;
  }

  /** Called with the bytes of the file that were read so far. */
  readonly onBytes = (bytes: number): void => {
    this.#bytesRead = bytes;
  };

  readRecord(): void {
    this.#records += 1;
  }

  readAll(): void {
    this.#step = 'indexing';
  }

  /** Says that the import lives. False when another has ended it. */
  touch(): Promise<boolean> {
    const progress: ImportProgress = {
      step: this.#step,
      records: this.#records,
      bytes_read: this.#bytesRead,
      bytes: this.#bytes,
    };
    return touchImport(this.#app.db, this.#importId, now(this.#app), progress);
  }

  /** Says every half minute that the import lives, however long its steps take, until the signal aborts. */
  async keepAlive(ended: AbortSignal): Promise<void> {
    const { clock } = this.#app;
    let waitMs = TOUCH_EVERY_MS;
    for (let touches = 0; touches < TOUCHES_MAX; touches += 1) {
      await clock.sleep(waitMs, ended);
      if (ended.aborted) return;
      const atMs = clock.nowMs();
      // A database out of reach ends the import where it stores rows, or is back at the next turn.
      const isOurs = await this.touch().catch(() => true);
      if (!isOurs) return;
      // A touch that waited behind a long statement is old by now.
      waitMs = Math.max(0, TOUCH_EVERY_MS - (clock.nowMs() - atMs));
    }
  }
}

/**
 * The file of a set on its way from its server: it grows in the data directory, and a download
 * continues there.
 */
import type { FileHandle } from 'node:fs/promises';
import { importError } from '#base/operator-error.js';
import type { FileSink, FileVersion, OpenSet } from '#collect/open/index.js';
import type { Parts } from '../app.js';
import {
  filesOf,
  hasRows,
  openSpool,
  readState,
  type SpoolFiles,
  writeState,
} from './set-spool.js';

/** How far a file is, and of what. */
export interface FileState {
  readonly set: OpenSet;
  readonly version: FileVersion | null;
  /** Bytes that are on the disk for sure. */
  readonly bytes: number;
  readonly isWhole: boolean;
}

type App = Parts<'clock' | 'limits' | 'openSets'>;

/** Bytes between two moments from which a download can continue after a power cut. */
const SYNC_BYTES = 16_777_216;

export class FileSpool implements FileSink {
  readonly files: SpoolFiles;
  readonly #app: App;
  readonly #set: OpenSet;
  readonly #handle: FileHandle;
  readonly #beganMs: number;
  #began = 0;
  #total: number | null = null;
  #synced: number;
  bytes: number;
  version: FileVersion | null;
  isWhole: boolean;

  private constructor(
    app: App,
    set: OpenSet,
    files: SpoolFiles,
    handle: FileHandle,
    state: FileState,
  ) {
    this.#app = app;
    this.#set = set;
    this.files = files;
    this.#handle = handle;
    this.#beganMs = app.clock.nowMs();
    this.#began = state.bytes;
    this.#synced = state.bytes;
    this.bytes = state.bytes;
    this.version = state.version;
    this.isWhole = state.isWhole;
  }

  /** Opens what is there of the file of a set. */
  static async open(app: App, set: OpenSet): Promise<FileSpool> {
    const { folder } = app.openSets;
    const files = filesOf(folder, set.name, 'reading', 'file');
    const known = await readState<FileState>(files);
    const isSame = known?.set.url === set.url && (await hasRows(files, known));
    const state = known !== null && isSame ? known : { version: null, bytes: 0, isWhole: false };
    const handle = await openSpool(folder, files, state.bytes === 0 ? null : state);
    return new FileSpool(app, set, files, handle, { ...state, set });
  }

  async restart(version: FileVersion): Promise<void> {
    await this.#handle.truncate(0);
    this.bytes = 0;
    this.#began = 0;
    this.version = version;
    this.isWhole = false;
    await this.sync();
  }

  expect(total: number | null): void {
    this.#total = total;
    this.#requireSize(total ?? 0);
  }

  async write(bytes: Buffer): Promise<void> {
    this.#requireSize(this.bytes + bytes.length);
    await this.#handle.write(bytes, 0, bytes.length, this.bytes);
    this.bytes += bytes.length;
    this.#showProgress();
    if (this.bytes - this.#synced >= SYNC_BYTES) await this.sync();
  }

  /** Stores how far the file is, so that a later download continues there. */
  async sync(): Promise<void> {
    await this.#handle.datasync();
    const { version, bytes, isWhole } = this;
    await writeState(this.files, { set: this.#set, version, bytes, isWhole } satisfies FileState);
    this.#synced = bytes;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  get fd(): number {
    return this.#handle.fd;
  }

  #requireSize(bytes: number): void {
    const max = this.#app.limits.IMPORT_BYTES_MAX;
    if (bytes <= max) return;
    throw importError(
      `The file of ${this.#set.name} has more than ${max} bytes. Raise ROWHOUSE_IMPORT_BYTES_MAX and run the command again.`,
    );
  }

  #showProgress(): void {
    const { clock, openSets } = this.#app;
    const speed = (this.bytes - this.#began) / Math.max(1, clock.nowMs() - this.#beganMs);
    const left = this.#total === null ? null : (this.#total - this.bytes) / speed / 1_000;
    openSets.running.set(this.#set.name, {
      step: 'downloading',
      bytes: this.bytes,
      bytes_total: this.#total,
      seconds_left: left === null ? null : Math.max(0, Math.round(left)),
    });
  }
}

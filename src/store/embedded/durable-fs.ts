import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's node file system that PGlite mounts, as far as it matters here. */
interface MountedFs {
  readonly FS: { readonly isDir: (mode: number) => boolean };
  readonly NODEFS?: {
    readonly stream_ops?: { fsync?: (stream: OpenFile) => number };
    readonly realPath?: (node: unknown) => string;
  };
}

interface OpenFile {
  readonly nfd?: number;
  readonly node: { readonly mode: number };
}

type InitOptions = Parameters<NodeFS['init']>[1];

/**
 * A node file system for PGlite with a real fsync. As shipped, PGlite's fsync does nothing and a
 * power cut loses everything; here each one reaches the disk and is counted, so that startup can
 * prove it (docs/decisions/0002). Depends on the internals of the pinned PGlite version.
 */
export class DurableFs extends NodeFS {
  /** How many times the database has flushed a file or directory to disk. */
  flushes = 0;
  /** Whether the hook found its place. */
  hooked = false;

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const hook = (module: unknown) => this.#hook(module as MountedFs);
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [hook, ...(emscriptenOpts.preRun ?? [])] },
    };
  }

  #hook(module: MountedFs): void {
    const operations = module.NODEFS?.stream_ops;
    const realPath = module.NODEFS?.realPath;
    if (operations === undefined || realPath === undefined) return;
    this.hooked = true;
    operations.fsync = (stream) => {
      if (stream.nfd !== undefined) fsyncSync(stream.nfd);
      else syncDirectory(realPath(stream.node));
      this.flushes += 1;
      return 0;
    };
  }
}

/** Flushes a directory's own entries (names, not contents) to disk. */
export function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

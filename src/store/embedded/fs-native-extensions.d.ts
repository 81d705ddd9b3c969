/** The package ships no types; these are the two functions that the lock takes from it. */
declare module 'fs-native-extensions' {
  interface Options {
    /** A shared lock instead of an exclusive one. */
    readonly shared?: boolean;
  }
  /** Locks bytes of an open file for this open file; false while another holds them. */
  export function tryLock(fd: number, offset: number, length: number, options?: Options): boolean;
  export function waitForLock(fd: number, offset: number, length: number): Promise<void>;
  export function unlock(fd: number, offset: number, length: number): void;
}

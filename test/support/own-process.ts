/** Processes that run code of the tests and of the service apart from the test. */
import { fileURLToPath } from 'node:url';

/** Optimizing its database is a third of what a start costs; most processes of tests end soon. */
export const SOON_ENDED = ['--liftoff-only'];
const LOADER = ['--conditions=source', '--import', 'tsx'];

/**
 * Flags of a process that loads the file of a URL. It is what `import.meta.resolve` gives the test:
 * where the test was compiled, so is the file, and no compiler has to start in each process.
 */
export const flagsFor = (url: string): readonly string[] =>
  url.endsWith('.ts') ? [...SOON_ENDED, ...LOADER] : SOON_ENDED;

/** Flags and path of a process that runs the file. */
export const programOf = (url: string): readonly string[] => [...flagsFor(url), fileURLToPath(url)];

/** Where the files lie that the code reads beside itself, for the sources and for what is built. */
import { fileURLToPath } from 'node:url';

const FROM_SOURCES = import.meta.url.endsWith('.ts');
const ROOT = new URL('../../', import.meta.url);
/** The compiled code of this file is one folder below it. */
const BUILT = new URL(FROM_SOURCES ? '../../dist/' : '../', import.meta.url);

/** The path of a file or folder of the package, such as `presets`. */
export const packageFile = (path: string): string => fileURLToPath(new URL(path, ROOT));

/**
 * The path of a file or folder that the build makes, such as `geo.bin`. Programs of threads and of
 * processes too: they run compiled, also when the sources run directly.
 */
export const builtFile = (path: string): string => fileURLToPath(new URL(path, BUILT));

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with the open sets that come with the service, a file each. */
export const PRESETS = fileURLToPath(new URL('../../../presets/', import.meta.url));

/** Sets of the sandbox: no operator copies them, so they are not among the others. */
export const SANDBOX_PRESETS = join(PRESETS, 'sandbox');

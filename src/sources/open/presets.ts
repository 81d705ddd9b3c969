import { join } from 'node:path';
import { packageFile } from '#base/program-files.js';

/** The folder with the open sets that come with the service, a file each. */
export const PRESETS = packageFile('presets');

/** Sets of the sandbox: no operator copies them, so they are not among the others. */
export const SANDBOX_PRESETS = join(PRESETS, 'sandbox');

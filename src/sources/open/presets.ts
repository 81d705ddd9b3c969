import { fileURLToPath } from 'node:url';

/** The folder with the open sets that come with the service, a file each. */
export const PRESETS = fileURLToPath(new URL('../../../presets/', import.meta.url));

import { join } from 'node:path';

/** A backup of the demo of the release before, with the keys that open it. */
export const RELEASE_DATA = join(import.meta.dirname, 'last.tar');

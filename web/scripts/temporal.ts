import { join } from 'node:path';
import type { Plugin } from 'vite';

const NATIVE_FIRST = join(import.meta.dirname, '../src/lib/format/temporal.ts');

/** The rules of dates import the polyfill of `Temporal`; most browsers do without its 50 kB. */
export const nativeTemporal = (): Plugin => ({
  name: 'native-temporal',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer) =>
    source === 'temporal-polyfill' && importer !== NATIVE_FIRST ? NATIVE_FIRST : null,
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

const FILE = join(import.meta.dirname, '../device.js');
/** Without scripts nobody can log in, so nothing is neutral. */
const ICON = '<noscript><link rel="icon" href="/favicon.svg" type="image/svg+xml" /></noscript>';

/** Puts `device.js` into every document, where `<!--device-->` stands. */
export function deviceScript(): Plugin {
  const { code } = minifySync(FILE, readFileSync(FILE, 'utf8'));
  return {
    name: 'device-script',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<!--device-->', () => `<script>${code}</script>${ICON}`),
    },
  };
}

/**
 * `node scripts/mutation-libraries.ts FROM`: the libraries of FROM in this folder, as hard links.
 * Workers for pictures and videos read nothing outside of their installation, where a symbolic link
 * would lead.
 */
import {
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isFile()) linkSync(source, target);
    else if (!/^\.(cache|vite)/.test(entry.name)) linkTree(source, target);
  }
}

const from = process.argv[2]!;
for (const manifest of ['package.json', ...globSync('*/package.json')]) {
  const folder = manifest.replace('package.json', 'node_modules');
  if (existsSync(join(from, folder)) && !existsSync(folder)) linkTree(join(from, folder), folder);
}

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const QUERY = /\?styles\b.*$/;
const IMPORT = /^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']+\.(?:tsx?|css))';/gm;

/** `<script type="module" src="/src/pages/landing.tsx?styles">`: the sheets of a prerendered page, without its script.
 * What follows the query sets documents of one page apart: what they would share is a file without
 * content. */
export function pageStyles(): Plugin {
  return {
    name: 'page-styles',
    enforce: 'pre',
    load(id) {
      if (!QUERY.test(id)) return;
      return [...sheetsOf(id.replace(QUERY, ''))]
        .map((sheet) => `import ${JSON.stringify(sheet)};`)
        .join('\n');
    },
  };
}

/** Every sheet that a module imports, itself or through others, in the order of the imports. */
export function sheetsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  if (file.endsWith('.css')) return new Set([file]);
  const imports = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path]) =>
    join(dirname(file), path!),
  );
  return new Set(imports.flatMap((path) => [...sheetsOf(path, seen)]));
}

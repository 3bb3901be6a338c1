import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm');
const SHAPE = join(import.meta.dirname, '../src/ui/icon-shape.tsx');
const IMPORT = /import \{([^}]+)\} from 'lucide-react';/g;

interface IconData {
  size: number;
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Of each icon the shapes alone: lucide's own component carries what no icon of ours asks for, and
 * every icon a key for each of its lines.
 */
export const iconShapes = (): Plugin => ({
  name: 'icon-shapes',
  apply: 'build',
  load: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
    async handler(id) {
      const { __iconData: icon } = (await import(id)) as { __iconData: IconData };
      if (icon.size !== 24) throw new Error(`${id} is of another size`);
      const shapes = icon.node.map(([tag, { key: _, ...attributes }]) =>
        tag === 'path' && Object.keys(attributes).join() === 'd' ? attributes.d : [tag, attributes],
      );
      return `import { iconOf } from '${SHAPE}';
export default /* @__PURE__ */ iconOf(${shapes.map((shape) => JSON.stringify(shape)).join()});`;
    },
  },
});

/**
 * Imports each icon from its own file instead of the list of all. What goes into the file that
 * every page loads is decided by who uses a module, and through the list every page would seem to
 * use every icon.
 */
export function singleIcons(): Plugin {
  const files = filesByName();
  return {
    name: 'single-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: 'lucide-react' },
      handler: (code) => ({
        code: code.replace(IMPORT, (_, names: string) => importsOf(names, files)),
        map: null,
      }),
    },
  };
}

function importsOf(names: string, files: ReadonlyMap<string, string>): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [icon, own = icon] = name.split(' as ') as [string, string?];
      const file = files.get(icon);
      if (!file) throw new Error(`lucide-react has no icon ${icon}`);
      return `import ${own} from '${file}';`;
    })
    .join(' ');
}

/** Every name of an icon, with its file, as the list of the package has them. */
function filesByName(): Map<string, string> {
  const list = readFileSync(join(PACKAGE, 'lucide-react.mjs'), 'utf8');
  return new Map(
    [...list.matchAll(/export \{([^}]+)\} from '(\.\/icons\/[^']+)'/g)].flatMap(([, names, file]) =>
      names!
        .split(',')
        .map((name) => [name.trim().replace('default as ', ''), join(PACKAGE, file!)] as const),
    ),
  );
}

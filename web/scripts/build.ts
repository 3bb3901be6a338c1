/**
 * `npm run build -w web`: builds the documents, prerenders the public pages into theirs, and
 * compresses what is served.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { build } from 'vite';
import { inlineFrameStyles } from './frame-styles.ts';
import { checkImports, foldRuntime } from './runtime.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
/** Holds the frame of every page behind the login. */
const FRAME = 'app.html';

process.chdir(ROOT);
await build({ root: ROOT, logLevel: 'warn' });
await build({ root: ROOT, logLevel: 'warn', build: { ssr: 'src/prerender.tsx' } });

const { pages } = (await import(join(DIST, '.prerender/prerender.js'))) as {
  pages: Record<string, () => string | Promise<string>>;
};
await Promise.all(
  Object.entries(pages).map(async ([name, render]) => {
    const [document, page] = [await readFile(join(DIST, name), 'utf8'), await render()];
    await writeFile(
      join(DIST, name),
      document.replace('<!--page-->', () => page),
    );
  }),
);
await rm(join(DIST, '.prerender'), { recursive: true });
foldRuntime(DIST);
checkImports(DIST);
const worded = [...Object.keys(pages), 'auth.html'].filter((name) => name !== FRAME);
await Promise.all(worded.map((name) => preloadFonts(name, '</head>')));
inlineFrameStyles(DIST, FRAME);
await preloadFonts(FRAME, '</body>');
await buildServiceWorker();

await Promise.all(
  readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css|svg|txt)$/.test(file))
    .map((file) => compress(join(DIST, file))),
);
// The prerendered pages have loaded React, whose message channels keep the process alive.
process.exit();

/**
 * One script of its own, since not every browser loads modules there. It names the build, so that
 * each one is another worker.
 */
async function buildServiceWorker(): Promise<void> {
  const names = readdirSync(join(DIST, 'assets')).toSorted().join();
  const document = await readFile(join(DIST, 'app.html'), 'utf8');
  const number = createHash('sha256')
    .update(names + document)
    .digest('hex')
    .slice(0, 12);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(number) },
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: 'src/service-worker.ts',
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}

/**
 * Asks for the core of the two fonts together with the document, so that no line is set twice and
 * nothing moves. Those in the head hold back the first paint, which the frame without words need not
 * wait for.
 */
async function preloadFonts(name: string, before: '</head>' | '</body>'): Promise<void> {
  const fonts = readdirSync(join(DIST, 'assets')).filter((file) => /-core-.*\.woff2$/.test(file));
  const links = fonts.map(
    (file) => `<link rel="preload" href="/assets/${file}" as="font" type="font/woff2" crossorigin>`,
  );
  const document = await readFile(join(DIST, name), 'utf8');
  await writeFile(
    join(DIST, name),
    document.replace(before, () => `${links.join('\n    ')}\n  ${before}`),
  );
}

/** Beside each text file the same compressed, so that the server only picks one. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const [gz, br] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } }),
  ]);
  await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)]);
}

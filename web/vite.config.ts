import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsOnly } from './scripts/calls.ts';
import { deviceScript } from './scripts/device-script.ts';
import { countryFlags } from './scripts/flags.ts';
import { heicWorker } from './scripts/heic.ts';
import { singleIcons } from './scripts/icons.ts';
import { pageStyles } from './scripts/page-styles.ts';
import { usedWordLists } from './scripts/word-lists.ts';

/** What every page may use; what few pages need, or none to be drawn, stays with them. */
const KIT =
  /^(?!.*(-popup|phone|countr|moderation)).*(web\/src\/(ui|lib|app)\/|shared\/src\/|lucide-react|clsx).*\.m?[jt]sx?$/;

/**
 * The pages behind the login; the few public ones that share a feature with them keep its sheet
 * apart.
 */
const APP_STYLES =
  /\/src\/(app|editor|listing|media|pages|features\/(?!auth|landing|legal|support)[a-z-]+)\/.*\.css$/;

const ENTRIES = /\/src\/(landing|contact|auth|main|betrieb)\.tsx?$/;

/**
 * The documents: the public pages (prerendered), the login pages (small on purpose) and the
 * application.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    callsOnly(),
    deviceScript(),
    singleIcons(),
    pageStyles(),
    react(),
    !isSsrBuild && countryFlags(),
    !isSsrBuild && heicWorker(),
  ],
  worker: { plugins: () => [usedWordLists()] },
  build: {
    outDir: isSsrBuild ? 'dist/.prerender' : 'dist',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For the bench, which weighs what each page loads.
    manifest: !isSsrBuild,
    ...(!isSsrBuild && {
      rolldownOptions: {
        input: [
          'index.html',
          'contact.html',
          'privacy.html',
          'terms.html',
          'imprint.html',
          'report.html',
          'reported.html',
          'auth.html',
          'app.html',
          'betrieb.html',
        ],
        // Few files instead of forty small ones: libraries, style sheets, and the shared kit by the
        // documents that use it.
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
              { name: 'router', test: /node_modules\/@tanstack\//, priority: 3 },
              { name: 'kit-styles', test: /\/src\/(ui|styles)\/.*\.css$/, priority: 2 },
              { name: 'app-styles', test: APP_STYLES, priority: 2 },
              {
                debugName: 'kit',
                name: (id, graph) => documentsOf(id, (above) => graph.getModuleInfo(above)),
                test: KIT,
                minShareCount: 2,
                priority: 1,
              },
            ],
          },
        },
      },
    }),
  },
  server: {
    proxy: { '/api': 'http://localhost:3000', '/betrieb/api': 'http://localhost:3000' },
  },
}));

type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[] } | null;

/** The names of the documents whose script loads the module, at once or later: `auth-main`. */
function documentsOf(id: string, infoOf: (id: string) => ModuleInfo): string {
  const seen = new Set([id]);
  for (const module of seen) {
    const info = infoOf(module);
    for (const above of [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])])
      seen.add(above);
  }
  return [...seen]
    .flatMap((module) => ENTRIES.exec(module)?.[1] ?? [])
    .sort()
    .join('-');
}

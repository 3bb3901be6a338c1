import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsOnly } from './scripts/calls.ts';
import { chunkOf } from './scripts/chunks.ts';
import { deviceScript } from './scripts/device-script.ts';
import { countryFlags } from './scripts/flags.ts';
import { heicWorker } from './scripts/heic.ts';
import { iconShapes, singleIcons } from './scripts/icons.ts';
import { landingCopy } from './scripts/landing-copy.ts';
import { pageStyles } from './scripts/page-styles.ts';
import { nativeTemporal } from './scripts/temporal.ts';
import { usedWordLists } from './scripts/word-lists.ts';

/** What every document wears, and the small sheets of its public forms. */
const KIT_STYLES = /\/src\/(ui|styles|features\/(auth|support))\/.*\.css$/;

/** Of texts that the server renders: legal pages, and their preview in the back office. */
const TEXT_STYLES = /\/src\/ui\/server-html\.css$/;

/** The pages behind the login. */
const APP_STYLES =
  /\/src\/(app|editor|listing|media|pages|features\/(?!auth|landing|support)[a-z-]+)\/.*\.css$/;

/**
 * The documents: the public pages (prerendered), the login pages (small on purpose) and the
 * application.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    callsOnly(),
    deviceScript(),
    singleIcons(),
    iconShapes(),
    pageStyles(),
    react(),
    !isSsrBuild && countryFlags(),
    !isSsrBuild && heicWorker(),
    !isSsrBuild && landingCopy(),
    !isSsrBuild && nativeTemporal(),
  ],
  worker: { plugins: () => [usedWordLists()] },
  build: {
    outDir: isSsrBuild ? 'dist/.prerender' : 'dist',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For `scripts/built-files.ts`: what each page loads.
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
          'partner.html',
        ],
        // Few files instead of forty small ones: each is a request, with a head and a compressor of
        // its own (decision 85).
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'forms', test: /node_modules\/react-hook-form\//, priority: 2 },
              { name: 'text-styles', test: TEXT_STYLES, priority: 3 },
              { name: 'kit-styles', test: KIT_STYLES, priority: 2 },
              { name: 'app-styles', test: APP_STYLES, priority: 2 },
              { name: 'partner-styles', test: /\/src\/partner\/.*\.css$/, priority: 2 },
              { name: 'betrieb-styles', test: /\/src\/betrieb\/.*\.css$/, priority: 2 },
              {
                debugName: 'modules',
                name: (id, graph) => chunkOf(id, (above) => graph.getModuleInfo(above)),
                test: /\.m?[jt]sx?$|vite\/preload-helper|\?inline$|\.svg$/,
                priority: 1,
              },
            ],
          },
        },
      },
    }),
  },
  server: {
    proxy: {
      '/api': 'http://localhost:3000',
      '/betrieb/api': 'http://localhost:3000',
      '/partner/api': 'http://localhost:3000',
    },
  },
}));

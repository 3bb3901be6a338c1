import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsOnly } from './scripts/calls.ts';
import { countryFlags } from './scripts/flags.ts';
import { heicWorker } from './scripts/heic.ts';
import { singleIcons } from './scripts/icons.ts';

/** What only some pages need, or none of them to be drawn; it stays out of the files that all of them load. */
const NOT_FOR_EVERY_PAGE = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|react-hook-form)/|@base-ui|@floating-ui|libphonenumber|temporal',
    '-popup\\.tsx|kernel/(phone|start|wall-time|web-address)|moderation/|(banners|clubs)/(problems|target)',
    'web/src/(autosave|listing|media)/|features/(inserate|banners|clubs|guthaben)/|ui/(dialog|lazy|start-choice|phone|country-select|form-section)|inserate/countries',
  ].join('|'),
);

/** The documents: the public pages (prerendered), the login pages (small on purpose) and the application. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [callsOnly(), singleIcons(), react(), !isSsrBuild && countryFlags(), !isSsrBuild && heicWorker()],
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
        input: ['index.html', 'contact.html', 'privacy.html', 'terms.html', 'imprint.html', 'auth.html', 'app.html'],
        // Few files instead of forty small ones, without a byte more for the landing page and the login pages.
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'react',
                test: /node_modules\/(react|react-dom|scheduler)\//,
                priority: 3,
                includeDependenciesRecursively: false,
              },
              { name: 'router', test: /node_modules\/@tanstack\//, priority: 2, includeDependenciesRecursively: false },
              {
                debugName: 'base, form and kit',
                name: (id, context) => {
                  const usedBy = (entry: RegExp) => isUsedBy(entry, id, (above) => context.getModuleInfo(above));
                  if (usedBy(/\/src\/landing\.ts$/)) return null;
                  if (usedBy(/\/src\/auth\.tsx$/)) return 'base';
                  return usedBy(/\/src\/contact\.tsx$/) ? 'form' : 'kit';
                },
                test: (id) => !NOT_FOR_EVERY_PAGE.test(id),
                minShareCount: 2,
                priority: 1,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    }),
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
}));

type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[] } | null;

/** Whether the page behind this entry loads the module, at once or later. */
function isUsedBy(entry: RegExp, id: string, infoOf: (id: string) => ModuleInfo, seen = new Set<string>()): boolean {
  if (entry.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const info = infoOf(id);
  return [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])].some((above) =>
    isUsedBy(entry, above, infoOf, seen),
  );
}

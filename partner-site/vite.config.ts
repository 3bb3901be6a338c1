import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Two builds: the style sheet, its fonts and the small script for browsers, and the pages for the
 * server.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), isSsrBuild ? undefined : compressed('dist/client')],
  // React is bundled in its production build: as an external it would be the development build
  // wherever NODE_ENV is not set.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: isSsrBuild
    ? { outDir: 'dist/server', copyPublicDir: false }
    : {
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: false,
        rollupOptions: { input: ['src/styles/site.css', 'src/browser/site.ts'] },
      },
}));

/** Compresses text files at build time, so that the server does not. */
function compressed(folder: string) {
  return {
    name: 'compressed',
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(css|js|svg)$/.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
      }
    },
  };
}

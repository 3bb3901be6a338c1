import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Three documents: the landing page (prerendered), the login pages (small on purpose) and the application. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: isSsrBuild ? 'dist/.prerender' : 'dist',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For the bench, which weighs what each page loads.
    manifest: !isSsrBuild,
    ...(!isSsrBuild && { rollupOptions: { input: ['index.html', 'auth.html', 'app.html'] } }),
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
}));

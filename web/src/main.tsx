import './styles/base.css';
import './lib/api/chunk-reload.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from './app/crash-boundary.tsx';
import { setEntry } from './lib/api/call.ts';
import { queryClient } from './lib/api/query-client.ts';
import { viewed } from './lib/session/viewed.ts';
import { router } from './routes.tsx';
import { Toaster } from './ui/toast.tsx';

const ViewBar = lazy(() =>
  import('./app/view-bar.tsx').then((module) => ({ default: module.ViewBar })),
);
if (viewed !== undefined) setEntry(`/betrieb/ansicht/${viewed}/api`);

/** How long a page that nobody sees waits for its first frame, which then never comes. */
const UNSEEN_MS = 100;
/** Longest wait of the first rendering for the fonts. */
const FONTS_MS = 300;

const passed = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const painted = new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

/** Settled when the fonts that the document preloads have loaded or failed. */
const fonts = [...document.querySelectorAll<HTMLLinkElement>('link[as=font]')].map(
  (link) =>
    performance.getEntriesByName(link.href).length > 0 ||
    new Promise((done) => {
      for (const event of ['load', 'error']) link.addEventListener(event, done);
    }),
);

// The frame of the document is painted before React, which takes long on old phones, renders the
// page (EXP-03). Text that is laid out before its font has loaded keeps the fallback font.
await Promise.race([painted, passed(UNSEEN_MS)]);
await Promise.race([Promise.all(fonts), passed(FONTS_MS)]);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CrashBoundary>
      {viewed !== undefined && (
        <Suspense>
          <ViewBar />
        </Suspense>
      )}
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </CrashBoundary>
  </StrictMode>,
);
